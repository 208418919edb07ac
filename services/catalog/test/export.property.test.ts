import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { SearchProductsRequest } from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import type { Product, Variant } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { productSaveMany } from '../src/store/product-write.ts';
import { atLongLevel } from '@commerce/service-kit/testing/level.ts';
import { isReadableLine } from '@commerce/texts/readable.ts';
import { exportFile, importFile, productsBySlug } from './support/import.ts';
import { startWithAmounts, type Amounts } from './support/prices-stand-in.ts';
import { productRecord, variant } from './support/products.ts';
import { addReferences, contextOf, newStore, type TestService } from './support/service.ts';

let service: TestService;
let amounts: Amounts;
beforeAll(async () => {
  ({ service, amounts } = await startWithAmounts());
});
afterAll(() => service.close());

// Values that start like a formula or are guarded like one, separators, quotes, line breaks, and letters of many
// scripts.
const wild = fc.oneof(
  fc.constantFrom(
    "=cmd|' /C calc'!A0",
    '+1',
    '-1',
    '@x',
    "'=x",
    "''+",
    "'",
    'a,b',
    'a;b',
    'a;=b',
    "a;'=b;-1",
    'a;"@b',
    '＝1+1',
    "'＠x",
    '"',
    'a "b" c',
    'á > é',
    '\\>',
    'TRUE',
    '0',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
);
// The API accepts no other text, so none is stored.
const isAccepted = (text: string): boolean => text !== '' && isReadableLine(text);
const line = wild
  .map((text) =>
    text
      .replaceAll(/\p{Cc}/gu, '')
      .trim()
      .normalize('NFC'),
  )
  .filter(isAccepted);
const paragraphs = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const image = fc.nat(9).map((n) => `https://img.example/${n}.jpg`);
const tag = line.map((text) => text.replaceAll(',', '').trim()).filter(isAccepted);
const cents = fc.integer({ min: 1, max: 10_000_000 });

const variants = fc
  .uniqueArray(
    line.filter((value) => value !== 'Default Title'),
    { minLength: 1, maxLength: 3 },
  )
  .chain((values) =>
    fc.tuple(
      ...values.map((value, at) =>
        fc
          .record({
            sku: maybe(line),
            barcode: maybe(line),
            name: line,
            images: fc.uniqueArray(image, { maxLength: 2 }),
            isActive: fc.boolean(),
            priceCentavos: cents,
            costCentavos: cents,
            compareAtPriceCentavos: maybe(cents),
          })
          .map((fields): Variant =>
            variant(newId('var'), at, { ...fields, attributes: [{ name: 'Talle', value }] }),
          ),
      ),
    ),
  );

const product = fc
  .record({
    name: line,
    description: maybe(paragraphs),
    shortDescription: maybe(paragraphs),
    sku: maybe(line),
    barcode: maybe(line),
    tags: fc.uniqueArray(tag, { maxLength: 3 }),
    images: fc.uniqueArray(image, { maxLength: 4 }),
    visibility: fc.constantFrom(
      ProductVisibility.PUBLIC,
      ProductVisibility.UNLISTED,
      ProductVisibility.INTERNAL,
    ),
    isActive: fc.boolean(),
    ivaRateBp: fc.constantFrom(0, 1050, 2100, 2700),
    weightMilli: fc.nat(100_000),
    weightUnit: fc.constantFrom('g', 'kg', 'lb', 'oz'),
    priceCentavos: cents,
    costCentavos: cents,
    compareAtPriceCentavos: maybe(cents),
    own: fc.option(variants, { nil: [] }),
    service: fc.boolean(),
    draft: fc.boolean(),
  })
  .map(({ own, service: isService, draft, ...fields }) => {
    const shape =
      own.length > 0
        ? { type: ProductType.VARIABLE, variantAxes: ['Talle'], compareAtPriceCentavos: undefined }
        : { type: isService ? ProductType.SERVICE : ProductType.SIMPLE, variantAxes: [] };
    return { draft, fields: { ...fields, ...shape, variants: own as Variant[] } };
  });

/** A product without the fields that differ in another store: ids, times, and fields derived from variants. */
const content = ({
  id: _id,
  createdAtMs: _c,
  updatedAtMs: _u,
  categoryIds,
  brandIds,
  ...p
}: Product & { isDraft: boolean }) => ({
  ...p,
  labels: categoryIds.length + brandIds.length,
  variants: p.variants.map(({ id: _v, ...rest }) => rest),
  ...(p.variants.length > 0 && { priceCentavos: 0, costCentavos: 0 }),
});

/**
 * Parses records like Excel: quotes only at the start of a cell, line breaks of any kind within quotes, CR LF after
 * each record.
 */
function asExcelReads(file: string): string[][] {
  const cell = /("(?:[^"]|"")*"|[^,\r\n"]*)(,|\r\n)/y;
  const records: string[][] = [[]];
  while (cell.lastIndex < file.length) {
    const at = cell.lastIndex;
    const found = cell.exec(file);
    if (found === null) throw new Error(`not readable from character ${at} on: ${file.slice(at, at + 40)}`);
    const text = found[1]!;
    records.at(-1)!.push(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);
    if (found[2] === '\r\n') records.push([]);
  }
  return records.slice(0, -1);
}

describe('a file of products', () => {
  test('an exported file imports without any change into its own store, and as equal products into another one', async () => {
    await fc.assert(
      // A run takes two imports, each with a dozen transactions and pauses for any number of products: so few runs
      // with many products.
      fc.asyncProperty(fc.array(product, { minLength: 20, maxLength: 20 }), async (given) => {
        const [store, other] = [newStore(), newStore()];
        const { categories, brands } = await addReferences(service, store);
        const records = given.map(({ fields, draft }, n) =>
          productRecord(
            store,
            newId('prd'),
            { ...fields, slug: `p-${n}`, categoryIds: categories, brandIds: brands },
            draft,
          ),
        );
        await productSaveMany(service.database.db, store, records);
        const file = await exportFile(service, store);
        const before = await productsBySlug(service, store);

        expect(await importFile(service, store, file)).toMatchObject({
          state: 'done',
          unchanged: given.length,
          problems: 0,
        });
        expect(await productsBySlug(service, store)).toEqual(before);

        expect(await importFile(service, other, file)).toMatchObject({
          state: 'done',
          created: given.length,
          problems: 0,
        });
        const there = await productsBySlug(service, other);
        for (const [slug, one] of before) expect(content(there.get(slug)!)).toEqual(content(one));
      }),
      // Without shrinking, which takes minutes and hides the failure behind a timeout.
      { numRuns: atLongLevel ? 8 : 2, endOnFailure: true },
    );
  });

  test('no cell of an exported file is a formula for a spreadsheet', async () => {
    const store = newStore();
    const evil = '=HYPERLINK("http://evil.example")';
    await productSaveMany(service.database.db, store, [
      productRecord(store, newId('prd'), { name: evil, sku: '@SUM(A1)', tags: ['-2+3'], description: '+1' }),
      productRecord(store, newId('prd'), {
        slug: 'wide',
        name: '＝1+1',
        sku: '＋1',
        barcode: '－1',
        tags: ['＠a'],
      }),
    ]);
    const cells = (await exportFile(service, store)).split(/[,\r\n]+/);
    expect(cells.filter((cell) => /^"?[=+\-@\t＝＋－＠]/.test(cell))).toEqual([]);
    expect(cells).toEqual(
      expect.arrayContaining([`"'=HYPERLINK(""http://evil.example"")"`, "'@SUM(A1)", "'-2+3", "'+1"]),
    );
  });

  test('Python’s csv, csv-parse and the rules of Excel read the same cells from an exported file', async () => {
    const store = newStore();
    const names = [
      'a\tb',
      'a;b',
      'a,b',
      '"a" "b"',
      '🧉 mate',
      '=1+1',
      '＠x',
      'a\u00A0b',
      ' '.repeat(2) + 'x',
    ];
    const records = names.map((name, n) =>
      productRecord(store, newId('prd'), {
        slug: `p-${n}`,
        name,
        description: `uno\ndos\r\ntres\rcuatro ${name}`,
        tags: ['x', 'y'],
      }),
    );
    await productSaveMany(service.database.db, store, records);
    const file = (await exportFile(service, store)).replace('\uFEFF', '');
    const expected = parse(file, { record_delimiter: '\r\n' });
    expect(expected.map((cells) => cells.length)).toEqual(expected.map(() => expected[0]!.length));
    expect(expected).toHaveLength(names.length + 1);
    const program =
      'import csv, io, json, sys; t = sys.stdin.buffer.read().decode(); print(json.dumps(list(csv.reader(io.StringIO(t, newline="")))))';
    expect(JSON.parse(execFileSync('python3', ['-c', program], { input: file, encoding: 'utf8' }))).toEqual(
      expected,
    );
    expect(asExcelReads(file)).toEqual(expected);
    for (const [n, { product: one }] of records.entries())
      expect(expected[n + 1]!.slice(0, 3)).toEqual(
        [one.slug, one.name, one.description!].map((text) => text.replace(/^[=＠]/, "'$&")),
      );
  });

  test('an export with a filter has its products only, and leaves costs and prices that were never set empty', async () => {
    const store = newStore();
    await productSaveMany(service.database.db, store, [
      productRecord(store, newId('prd'), {
        slug: 'a',
        name: 'Remera',
        priceCentavos: 0,
        costCentavos: undefined,
      }),
      productRecord(store, newId('prd'), {
        slug: 'b',
        name: 'Gorra',
        priceCentavos: 0,
        costCentavos: undefined,
      }),
    ]);
    const filter = { ...SearchProductsRequest.decode(new Uint8Array(0)), text: 'remera' };
    const [headings, row, ...others] = parse(await exportFile(service, store, undefined, filter), {
      bom: true,
    });
    expect(others).toEqual([]);
    const cell = (heading: string) => row![headings!.indexOf(heading)];
    expect([cell('Handle'), cell('Variant Price'), cell('Cost per item')]).toEqual(['a', '', '']);
  });

  test('an export comes in parts, with the stock of a requested shop, and without costs unless requested', async () => {
    const store = newStore();
    const { shops } = await addReferences(service, store, 1);
    const records = Array.from({ length: 120 }, (_, n) =>
      productRecord(store, newId('prd'), { slug: `p-${n}`, costCentavos: 4_321 }),
    );
    await productSaveMany(service.database.db, store, records);
    amounts.stock.set(`${shops[0]}/${records[7]!.product.id}/`, 77);
    const file = await exportFile(service, store, shops[0]);
    expect(file.split('\r\n').filter((row) => row.startsWith('p-'))).toHaveLength(120);
    expect(file).toMatch(/p-7,.*,77,/);
    expect(file).toContain('43.21');
    const page = { includeCosts: false, productIds: [], pageToken: Buffer.alloc(0) };
    const { csv } = await service.client.exportProducts(contextOf(store), page);
    expect(Buffer.from(csv).toString()).not.toContain('43.21');
  });
});
