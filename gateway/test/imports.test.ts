import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const source = path.join(import.meta.dirname, '../src');

/** Directories that each directory may import. Files directly in `src` put the gateway together and may import all. */
const ALLOWED: Record<string, string[]> = {
  grpc: [],
  images: ['edge', 'grpc'],
  edge: ['grpc'],
  public: ['edge', 'grpc'],
  console: ['edge', 'grpc'],
  oauth: ['edge', 'grpc'],
  docs: ['edge'],
};

const directoryOf = (file: string): string => path.relative(source, file).split(path.sep)[0]!;

test.each(Object.entries(ALLOWED))('src/%s imports only %j and itself', (directory, allowed) => {
  const files = globSync(`${directory}/**/*.ts`, { cwd: source }).map((file) => path.join(source, file));
  expect(files).not.toEqual([]);
  const forbidden = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from|import\(?)\s*'(\.[^']+)'/g)]
      .map(([, specifier]) => path.resolve(path.dirname(file), specifier!))
      .filter((imported) => ![directory, ...allowed].includes(directoryOf(imported)))
      .map((imported) => `${path.relative(source, file)} imports ${path.relative(source, imported)}`),
  );
  expect(forbidden).toEqual([]);
});

test('every directory of src has its imports restricted', () => {
  const directories = new Set(globSync('*/**/*.ts', { cwd: source }).map((file) => file.split(path.sep)[0]!));
  expect([...directories].toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
});
