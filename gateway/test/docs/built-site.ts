import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSite } from '../../src/docs/build/site.ts';

/** The guides of the repository. */
export const guides = new URL('../../../docs/api/', import.meta.url);

/** A temporary folder. */
export interface TemporarySite {
  folder: URL;
  remove(): Promise<void>;
}

/** The documentation as the build makes it, in a folder of its own. */
export async function builtSite(): Promise<TemporarySite> {
  const directory = await mkdtemp(path.join(tmpdir(), 'docs-site-'));
  const folder = pathToFileURL(`${directory}/site/`);
  await buildSite({ guides, out: folder });
  return { folder, remove: () => rm(directory, { recursive: true }) };
}
