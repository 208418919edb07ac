import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const MAX_KB = 250;
const MAX_KB_ANYWHERE = 300;
const built = path.resolve(import.meta.dirname, '../../gateway/dist/web');

/** Chunk of the pages, as listed in Vite's manifest. */
interface Chunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
}

const manifest = existsSync(path.join(built, '.vite/manifest.json'))
  ? (JSON.parse(readFileSync(path.join(built, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>)
  : {};

/** The chunk and its static imports; chunks loaded on demand are excluded. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const each of manifest[name]!.imports ?? []) withImports(each, found);
  return found;
}

/** Bytes sent: compressed by the build, if that makes it smaller. */
function sentBytes(name: string): number {
  const file = path.join(built, manifest[name]!.file);
  return statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size;
}

test('the pages are built', () => {
  expect(Object.values(manifest).filter(({ isEntry }) => isEntry)).toHaveLength(1);
});

/** KB loaded on the first visit of each page. */
function firstVisitSizes(): Map<string, number> {
  const [entry] = Object.keys(manifest).filter((name) => manifest[name]!.isEntry);
  const pages = Object.keys(manifest).filter((name) => /^src\/areas\/.*Page\.tsx$/.test(name));
  return new Map(
    pages.map((page) => {
      const parts = withImports(page, withImports(entry!));
      const bytes = [...parts].reduce((sum, name) => sum + sentBytes(name), 0);
      return [page, Math.ceil(bytes / 1024)];
    }),
  );
}

test('the entry page of each area loads at most 250 KB of script', () => {
  const sizes = firstVisitSizes();
  const entryPages = [
    'session/SignIn',
    'store/dashboard/Dashboard',
    'developer/home/DeveloperHome',
    'platform/home/PlatformHome',
  ];
  const entrySizes = entryPages.map((page): [string, number] => [
    page,
    sizes.get(`src/areas/${page}Page.tsx`)!,
  ]);
  expect(entrySizes.filter(([, size]) => !(size <= MAX_KB))).toEqual([]);
});

test('no page loads more than 300 KB of script when opened by its URL', () => {
  const large = [...firstVisitSizes()].filter(([, size]) => size > MAX_KB_ANYWHERE);
  expect(large).toEqual([]);
});
