import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { openApiDocument } from '../src/openapi.ts';
import { versions } from '../src/versions.ts';

const USE = `
import type { components, paths } from './client';

type Event = components['schemas']['Event'];
type BodyOf<Path extends '/prices/{productId}' | '/products'> = Path extends '/products'
  ? paths['/products']['post']['requestBody']['content']['application/json']
  : paths['/prices/{productId}']['put']['requestBody']['content']['application/json'];

export const prices: BodyOf<'/prices/{productId}'> = { variants: [{ id: 'var_1', price: 10.5 }], expected: { price: 9 } };
export const product: BodyOf<'/products'> = { name: 'Mate', visibility: 'INTERNAL' };
// @ts-expect-error A new product cannot be public.
export const visible: BodyOf<'/products'> = { name: 'Mate', visibility: 'PUBLIC' };
// @ts-expect-error It has no price either.
export const priced: BodyOf<'/products'> = { name: 'Mate', price: 1 };

export function summary(event: Event): string {
  switch (event.type) {
    case 'order.paid':
      return event.meta.paid_via;
    case 'products.bulk_updated':
      return event.data.updated_since;
    case 'stock.changed':
      // @ts-expect-error Only orders have a status.
      return event.meta?.status ?? String(event.data.on_hand);
    default:
      return event.id;
  }
}
`;

const folder = mkdtempSync(path.join(tmpdir(), 'typescript-client-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Problems that TypeScript finds in the client and in code that uses it. */
function problemsOf(client: string): string[] {
  writeFileSync(path.join(folder, 'client.ts'), client);
  const use = path.join(folder, 'use.ts');
  writeFileSync(use, USE);
  const program = ts.createProgram([use], {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText, file, start }) =>
      [file?.fileName, start, ts.flattenDiagnosticMessageText(messageText, ' ')].join(' '),
    );
}

test.each(versions.map((version) => [version.prefix, version] as const))(
  'openapi-typescript makes a client of %s that compiles and knows each type of event',
  async (_, version) => {
    const document = openApiDocument(version, { publicUrl: 'https://commerce.test' });
    const client = astToString(await openapiTypescript(JSON.stringify(document)));
    expect(problemsOf(client)).toEqual([]);
  },
);
