import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { measuredCosts } from '../build/scale-model.ts';
import { workspaceRoot } from '../build/workspace.ts';

const documents = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(path.join(workspaceRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Links and images of a document within the repository, as paths from its root; code is skipped. */
function targetsOf(document: string): string[] {
  const text = readFileSync(path.join(workspaceRoot, document), 'utf8')
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '');
  const found = [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:src|href)="([^"]+)"/g)].map(
    ([, link, source]) => (link ?? source)!,
  );
  return found
    .filter((target) => !/^(\w+:|#|\/|\{\{)/.test(target))
    .map((target) => path.join(path.dirname(document), target.split('#', 1)[0]!));
}

const pictures = readdirSync(path.join(workspaceRoot, 'docs/images')).map((name) => `docs/images/${name}`);

test('every link of a document into the repository points to a file', () => {
  const dead = documents.flatMap((document) =>
    targetsOf(document)
      .filter((target) => !existsSync(path.join(workspaceRoot, target)))
      .map((target) => `${document} -> ${target}`),
  );
  expect(dead).toEqual([]);
});

test('every picture is shown in a document', () => {
  const shown = new Set(documents.flatMap(targetsOf));
  expect(pictures.filter((picture) => !shown.has(picture))).toEqual([]);
});

test('the pictures are exactly those that pnpm docs:screenshots takes', () => {
  const folder = path.join(workspaceRoot, 'test/screenshots');
  const taken = readdirSync(folder).flatMap((file) => {
    const source = readFileSync(path.join(folder, file), 'utf8');
    return [...source.matchAll(/\{\s*name: '([a-z][a-z0-9-]*)',/g)].map(
      ([, name]) => `docs/images/${name}.png`,
    );
  });
  expect(pictures.toSorted()).toEqual(taken.toSorted());
});

/** `1.56 ms<!-- performance: list-32 -->`: a figure, and its row of performance.json. */
const FIGURE = /([\d.]+(?: to \d+)?)(?: ms| MiB)?<!-- performance: ([^>]+?) -->/g;

/** CPU time (ms) of each row of performance.json with 100,000 products, and the range of resident memory (MiB). */
async function measured(): Promise<Map<string, string>> {
  const results = Object.entries(await measuredCosts());
  const mib = results.flatMap(([, figures]) => figures.mib ?? []);
  const costs = results.flatMap(([name, { cpuMs }]): [string, string][] =>
    cpuMs === undefined ? [] : [[name, cpuMs.toFixed(2)]],
  );
  return new Map([
    ...costs,
    ['memory', `${Math.round(Math.min(...mib))} to ${Math.round(Math.max(...mib))}`],
  ]);
}

test('figures quoted from performance.md match performance.md', async () => {
  const known = await measured();
  const figures = documents.flatMap((document) =>
    [...readFileSync(path.join(workspaceRoot, document), 'utf8').matchAll(FIGURE)].map(
      ([, figure, source]) => ({
        document,
        source: source!,
        figure: figure!,
      }),
    ),
  );
  expect(figures.length).toBeGreaterThan(10);
  expect(figures.filter(({ source, figure }) => known.get(source) !== figure)).toEqual([]);
});
