import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Product, Variant } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { productSaveMany } from '../src/store/product-save.ts';
import { exportFile, importFile, productsBySlug } from './import.ts';
import { Amounts } from './prices-stand-in.ts';
import { productRecord, variant } from './products.ts';
import { addReferences, contextOf, newStore, startService, type TestService } from './service.ts';

let service: TestService;
let amounts: Amounts;
beforeAll(async () => {
  amounts = new Amounts();
  service = await startService(amounts);
  amounts.catalog = service.client;
});
afterAll(() => service.close());

// What begins like a formula or is guarded like one, separators, quotes, line breaks within, and letters of all kinds.
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
    '"',
    'a "b" c',
    'á > é',
    '\\>',
    'TRUE',
    '0',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
);
const line = wild
  .map((text) =>
    text
      .replaceAll(/\p{Cc}/gu, '')
      .trim()
      .normalize('NFC'),
  )
  .filter((text) => text !== '' && text.isWellFormed());
const paragraphs = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const image = fc.nat(9).map((n) => `https://img.example/${n}.jpg`);
const tag = line.map((text) => text.replaceAll(',', '').trim()).filter((text) => text !== '');
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
    visibility: fc.constantFrom('PUBLIC', 'UNLISTED', 'INTERNAL'),
    isActive: fc.boolean(),
    ivaRateBp: fc.constantFrom(0, 1050, 2100, 2700),
    weightMilli: fc.nat(100_000),
    weightUnit: fc.constantFrom('g', 'kg', 'lb', 'oz'),
    priceCentavos: cents,
    costCentavos: cents,
    own: fc.option(variants, { nil: [] }),
    service: fc.boolean(),
    draft: fc.boolean(),
  })
  .map(({ own, service: isService, draft, ...fields }) => {
    const type = own.length > 0 ? 'variable' : isService ? 'service' : 'simple';
    return {
      draft,
      fields: { ...fields, type, variants: own as Variant[], variantAxes: own.length > 0 ? ['Talle'] : [] },
    };
  });

/** A product without what another store has otherwise: ids, times, and what follows from variants. */
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

describe('a file of products', () => {
  test('imports again as the same products, into its own store without any change, into another one whole', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(product, { minLength: 1, maxLength: 6 }), async (given) => {
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
      { numRuns: 40 },
    );
  }, 120_000);

  test('has nothing that a spreadsheet would compute', async () => {
    const store = newStore();
    const evil = '=HYPERLINK("http://evil.example")';
    await productSaveMany(service.database.db, store, [
      productRecord(store, newId('prd'), { name: evil, sku: '@SUM(A1)', tags: ['-2+3'], description: '+1' }),
    ]);
    const cells = (await exportFile(service, store)).split(/[,\r\n]+/);
    expect(cells.filter((cell) => /^"?[=+\-@\t]/.test(cell))).toEqual([]);
    expect(cells).toEqual(
      expect.arrayContaining([`"'=HYPERLINK(""http://evil.example"")"`, "'@SUM(A1)", "'-2+3", "'+1"]),
    );
  });

  test('comes in parts, with the stock of a shop where one is asked for, without costs unless they are', async () => {
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
    const page = { includeCosts: false, shopId: undefined, pageToken: Buffer.alloc(0) };
    const { csv } = await service.client.exportProducts(contextOf(store), page);
    expect(Buffer.from(csv).toString()).not.toContain('43.21');
  });
});
