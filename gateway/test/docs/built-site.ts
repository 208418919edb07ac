import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { versions as supported } from '@commerce/public-api/versions.ts';
import { buildSite } from '../../src/docs/build/site.ts';

/** Directory of the guides. */
export const guides = new URL('../../../docs/api/', import.meta.url);

/** Creates a temporary directory. */
export interface TemporarySite {
  folder: URL;
  remove(): Promise<void>;
}

/** Builds the documentation into its own directory. */
export async function builtSite(versions = supported): Promise<TemporarySite> {
  const directory = await mkdtemp(path.join(tmpdir(), 'docs-site-'));
  const folder = pathToFileURL(`${directory}/site/`);
  await buildSite({ guides, out: folder }, versions);
  return { folder, remove: () => rm(directory, { recursive: true }) };
}
