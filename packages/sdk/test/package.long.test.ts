import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const sdk = path.resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(path.join(sdk, 'package.json'), 'utf8')) as { version: string };
const folder = mkdtempSync(path.join(tmpdir(), 'sdk-package-'));
const run = (command: string, args: string[], cwd = folder): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8' });

/** Uses the package in both module systems, and in TypeScript of both. */
const USE = `
const client = createClient({ baseUrl: 'https://mostrador.example/api/public/2026-10', token: 'x' });
console.log(typeof client.listProducts, new NotFoundError({ message: 'no', status: 404, code: 'not_found', requestId: '' }).name);
`;
const TYPED = `
import { createClient, sync, Webhooks, type Product } from '@mostrador/sdk';
const client = createClient({ baseUrl: 'https://mostrador.example/api/public/2026-10', token: () => Promise.resolve('x') });
export async function names(): Promise<string[]> {
  const all: Product[] = [];
  for await (const product of client.listProducts({ limit: 100 })) all.push(product);
  // @ts-expect-error A product has no such field.
  all.map(({ nombre }) => nombre);
  // @ts-expect-error The id is missing.
  await client.getProduct();
  // @ts-expect-error Prices are numbers.
  await client.setPrices({ productId: 'prd_1', body: { price: '10' } });
  for await (const { products, position } of sync(client, ['products'])) console.log(products.length, JSON.stringify(position));
  return all.map(({ name }) => name);
}
new Webhooks('whsec_x').on('order.paid', ({ data, meta }) => console.log(data.id, meta.paid_via));
`;

/** Checks the types of files in the folder. @returns the errors */
function compile(...files: string[]): string {
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];
  const types = ['--typeRoots', path.resolve(sdk, '../../node_modules/@types'), '--types', 'node'];
  return run(path.join(sdk, 'node_modules/.bin/tsc'), [...options, ...types, ...files]);
}

/** Names that the blocks of the guide take for granted. */
const GUIDE_NAMES = `
import type * as sdk from '@mostrador/sdk';
declare global {
  const app: sdk.App;
  const client: sdk.Client;
  const installationId: string;
  const request: { url: string };
  const shop: string;
  const product: { id: string };
  const position: sdk.SyncPosition | undefined;
  const queue: { add(id: string, data: unknown): Promise<void> };
  const index: (data: unknown) => Promise<void>;
  const server: { post(path: string, handler: unknown): void };
}`;

beforeAll(() => {
  run('pnpm', ['pack', '--pack-destination', folder], sdk);
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  run('npm', ['install', '--no-audit', '--no-fund', `./mostrador-sdk-${version}.tgz`]);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the packed package has its builds and no source', () => {
  const files = run('tar', ['-tzf', `mostrador-sdk-${version}.tgz`]).split('\n');
  expect(files).toEqual(
    expect.arrayContaining(['package/dist/esm/index.js', 'package/dist/cjs/index.js', 'package/README.md']),
  );
  expect(files.filter((file) => /\/(src|test|examples)\//.test(file))).toEqual([]);
});

test.each([
  ['ESM', 'use.mjs', `import { createClient, NotFoundError } from '@mostrador/sdk';${USE}`],
  ['CommonJS', 'use.cjs', `const { createClient, NotFoundError } = require('@mostrador/sdk');${USE}`],
])('it runs as %s in an empty folder', (_, file, code) => {
  writeFileSync(path.join(folder, file), code);
  expect(run('node', [file])).toBe('function NotFoundError\n');
});

test.each(['use.mts', 'use.cts'])('its types are complete for %s', (file) => {
  writeFileSync(path.join(folder, file), TYPED);
  expect(compile(file)).toBe('');
});

test('the code of the guide is valid', () => {
  const guide = readFileSync(path.resolve(sdk, '../../docs/api/sdk.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code!);
  expect(blocks.length).toBeGreaterThan(4);
  writeFileSync(path.join(folder, 'names.d.mts'), GUIDE_NAMES);
  const files = blocks.map((code, n) => {
    writeFileSync(path.join(folder, `guide-${n}.mts`), `${code}\nexport {};\n`);
    return `guide-${n}.mts`;
  });
  expect(compile('names.d.mts', ...files)).toBe('');
});
