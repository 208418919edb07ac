import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
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

/** `1.56 ms<!-- performance: list of 50 products, 32 -->`: a figure, and its row of performance.md. */
const FIGURE = /([\d.]+(?: to \d+)?)(?: ms| MiB)?<!-- performance: ([^>]+?) -->/g;

/** The CPU time (ms) of each row of the tables in performance.md, by request and number of connections or endpoints. */
function measured(): Map<string, string> {
  const text = readFileSync(path.join(workspaceRoot, 'docs/performance.md'), 'utf8');
  const requests = [...text.matchAll(/^\| (\S[^|]*?) +\| (\d+) +\|[^|]*\|[^|]*\|[^|]*\| ([\d.]+) +\|/gm)];
  const webhooks = [...text.matchAll(/^\| (\d+) +\| 0 +\|[^|]*\| ([\d.]+) +\|$/gm)];
  const [memory = ''] = /^Resident memory at rest.*$/m.exec(text) ?? [];
  const mib = [...memory.matchAll(/\d+/g)].map(Number);
  return new Map([
    ...requests.map(([, what, connections, cpu]): [string, string] => [`${what}, ${connections}`, cpu!]),
    ...webhooks.map(([, endpoints, cpu]): [string, string] => [`webhook, ${endpoints}`, cpu!]),
    ['memory', `${Math.min(...mib)} to ${Math.max(...mib)}`],
  ]);
}

test('figures quoted from performance.md match performance.md', () => {
  const known = measured();
  const figures = documents.flatMap((document) =>
    [...readFileSync(path.join(workspaceRoot, document), 'utf8').matchAll(FIGURE)].map(
      ([, figure, source]) => ({
        document,
        source: source!,
        figure: figure!,
      }),
    ),
  );
  expect(figures.length).toBeGreaterThan(15);
  expect(figures.filter(({ source, figure }) => known.get(source) !== figure)).toEqual([]);
});
