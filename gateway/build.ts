import { buildSite } from './src/docs/build/site.ts';

/** Builds the documentation, which the gateway serves as files, into `gateway/dist/docs`. */
export async function buildAssets(): Promise<void> {
  await buildSite({
    guides: new URL('../docs/api/', import.meta.url),
    out: new URL('./dist/docs/', import.meta.url),
  });
}

if (import.meta.main) await buildAssets();
