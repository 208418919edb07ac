import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const MAX_BYTES = 250 * 1024;
const built = path.resolve(import.meta.dirname, '../../gateway/dist/web');

/** A part of the pages, as Vite's manifest lists it. */
interface Chunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
}

const manifest = existsSync(path.join(built, '.vite/manifest.json'))
  ? (JSON.parse(readFileSync(path.join(built, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>)
  : {};

/** The part and all that it needs at once; what is loaded on demand is not. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const each of manifest[name]!.imports ?? []) withImports(each, found);
  return found;
}

/** As it is sent: compressed by the build, when that makes it smaller. */
function sentBytes(name: string): number {
  const file = path.join(built, manifest[name]!.file);
  return statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size;
}

test('the pages are built', () => {
  expect(Object.values(manifest).filter(({ isEntry }) => isEntry)).toHaveLength(1);
});

test('the first visit of any page loads at most 250 KB of script', () => {
  const [entry] = Object.keys(manifest).filter((name) => manifest[name]!.isEntry);
  const pages = Object.keys(manifest).filter((name) => /^src\/areas\/.*Page\.tsx$/.test(name));
  expect(pages.length).toBeGreaterThan(4);
  const sizes = pages.map((page): [string, number] => {
    const parts = withImports(page, withImports(entry!));
    const bytes = [...parts].reduce((sum, name) => sum + sentBytes(name), 0);
    return [page, Math.ceil(bytes / 1024)];
  });
  expect(sizes.filter(([, kilobytes]) => kilobytes * 1024 > MAX_BYTES)).toEqual([]);
});
