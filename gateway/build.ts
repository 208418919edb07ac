import { buildSite } from './src/docs/build/site.ts';

/** Builds what the gateway serves as files: the documentation, into `gateway/dist/docs`. */
export async function buildAssets(): Promise<void> {
  await buildSite({
    guides: new URL('../docs/api/', import.meta.url),
    out: new URL('./dist/docs/', import.meta.url),
  });
}

if (import.meta.main) await buildAssets();
