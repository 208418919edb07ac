import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build } from 'vite';

const COMPRESSIBLE = /\.(js|css|svg)$/;

/** Builds the pages into `gateway/dist/web`, with a compressed copy (`.gz`) beside each file that compresses smaller. */
export async function buildPages(): Promise<void> {
  await build({ configFile: path.join(import.meta.dirname, 'vite.config.ts'), mode: 'production' });
  const folder = path.resolve(import.meta.dirname, '../gateway/dist/web/assets');
  const names = (await readdir(folder)).filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(names.map((name) => compress(path.join(folder, name))));
}

if (import.meta.main) await buildPages();

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  const compressed = await promisify(gzip)(bytes, { level: 9 });
  if (compressed.length < bytes.length) await writeFile(`${file}.gz`, compressed);
}
