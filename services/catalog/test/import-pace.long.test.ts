import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { productInsertMany } from '../src/seed.ts';
import { importFile, preview, problemsOf } from './support/import.ts';
import { startWithAmounts } from './support/prices-stand-in.ts';
import { productRecord, variant } from './support/products.ts';
import { longestTurnOf, MAX_TURN_MS } from './support/turns.ts';
import { newStore, type TestService } from './support/service.ts';

/** Maximum size of a file, in bytes. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;

let service: TestService;
beforeAll(async () => {
  ({ service } = await startWithAmounts());
  service = { ...service, client: service.local };
});
afterAll(() => service.close());

/** A file of the maximum size: lines of one kind below the headings. */
function largest(headings: string, line: (n: number) => string): Buffer {
  const file = Buffer.alloc(MAX_FILE_BYTES);
  let size = file.write(`${headings}\n`);
  for (let n = 0; ; n++) {
    const next = `${line(n)}\n`;
    if (size + next.length > MAX_FILE_BYTES) return file.subarray(0, size);
    size += file.write(next, size);
  }
}

const FILES: [string, () => Buffer, Partial<{ state: string; toCreate: number }>, string[]][] = [
  [
    'rows of one handle',
    () => largest('Handle,Title', () => 'h,t'),
    { state: 'failed' },
    ['250001 error too_many_rows'],
  ],
  [
    'rows of one cell',
    () => largest('Handle,Title', () => 'h'),
    { state: 'failed' },
    ['250001 error too_many_rows'],
  ],
  [
    'products of many variants',
    () =>
      largest(
        'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price',
        (n) => `p-${Math.floor(n / 250)},P,Talle,T${n % 250},SKU-${n},${n}.50${' '.repeat(60)}`,
      ),
    { state: 'preview' },
    [],
  ],
  [
    'one quoted cell',
    () => largest('Handle,Title\na,"', () => 'x'.repeat(1_000)),
    { state: 'failed' },
    ['2 error csv_max_record_size'],
  ],
  ['empty lines', () => largest('Handle,Title\na,A', () => ''), { state: 'preview', toCreate: 1 }, []],
  [
    'lines of separators',
    () => largest('Handle,Title,Vendor', () => ',,'),
    { state: 'failed' },
    ['250001 error too_many_rows'],
  ],
  [
    'cells of lists',
    () =>
      largest(
        'Handle,Title,Tags,Variant Image',
        (n) => `p-${n},P,"${'a,'.repeat(40_000)}","${'b '.repeat(40_000)}"`,
      ),
    { state: 'preview' },
    [],
  ],
];

test.each(FILES)(
  'the largest file of %s is read in turns of less than 50 ms',
  async (_case, fileOf, expected, problems) => {
    const store = newStore();
    const file = fileOf();
    let read: Awaited<ReturnType<typeof preview>>;
    const longest = await longestTurnOf(async () => (read = await preview(service, store, file)));
    expect(read!).toMatchObject(expected);
    if (problems.length > 0) expect(await problemsOf(service, store, read!.id)).toEqual(problems);
    expect(longest).toBeLessThan(MAX_TURN_MS);
  },
);

const value = (at: number) => `${at}`.padEnd(255, 'v');

test('a chunk of the largest products is written in turns of less than 50 ms', async () => {
  const store = newStore();
  // About 250 KiB each: the maximum size of a product.
  const texts = {
    name: 'n'.repeat(255),
    images: Array.from({ length: 7 }, (_, n) => `https://img.example/${n}.jpg`),
  };
  for (let n = 0; n < 50; n++) {
    const variants = Array.from({ length: 250 }, (_, at) =>
      variant(newId('var'), at, {
        ...texts,
        sku: `${n}-${at}`.padEnd(64, 's'),
        attributes: [{ name: 'Talle', value: value(at) }],
      }),
    );
    const fields = {
      slug: `p-${n}`,
      type: ProductType.VARIABLE,
      variantAxes: ['Talle'],
      variants,
      description: 'd'.repeat(30_000),
    };
    await productInsertMany(service.database.db, store, [productRecord(store, newId('prd'), fields, true)]);
  }
  // Small rows, so that all products are one chunk: written once with their names, and once more to be published.
  let run = 0;
  let done: Awaited<ReturnType<typeof importFile>>;
  const longest = await longestTurnOf(async () => {
    run++;
    const rows = Array.from({ length: 50 }, (_, n) => `p-${n},Otro ${run}-${n},active,Talle,${value(0)}`);
    const file = `Handle,Title,Status,Option1 Name,Option1 Value\n${rows.join('\n')}\n`;
    done = await importFile(service, store, file);
  });
  expect(done!).toMatchObject({ state: 'done', updated: 50, problems: 0 });
  expect(longest).toBeLessThan(MAX_TURN_MS);
});
