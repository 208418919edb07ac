import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import { ImportState, ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { exportFile, importFile, preview, problemsOf, productsBySlug } from './support/import.ts';
import { startWithAmounts, type Amounts } from './support/prices-stand-in.ts';
import {
  addReferences,
  contextOf,
  newStore,
  refusal,
  versionsOf,
  type TestService,
} from './support/service.ts';

let service: TestService;
let amounts: Amounts;
let store: string;
beforeAll(async () => {
  ({ service, amounts } = await startWithAmounts());
});
afterAll(() => service.close());
beforeEach(async () => {
  store = newStore();
  amounts.onCall = () => undefined;
  amounts.effects.length = 0;
  await service.events();
});

const SHIRTS = `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Cost per item,Image Src,Image Position,Status
remera-azul,Remera azul,"<p>De algodón, ""peinado""</p>",Marca Uno,Remeras,"verano, algodón",true,Talle,S,RA-S,200,3,1500.50,2000,700,https://img.example/b.jpg,2,active
remera-azul,,,,,,,,M,RA-M,200,4,1600,,700,https://img.example/a.jpg,1,
remera-azul,,,,,,,,,,,,,,,https://img.example/c.jpg,3,
gorra,Gorra,,Marca Uno,Gorras,,true,Title,Default Title,G-1,0,7,900,1200.50,,,,draft
`;

const CAP = 'Handle,Title,Variant Price,Variant Compare At Price\ngorra,Gorra,900,';

describe('an import', () => {
  test('an import writes nothing for its preview, then creates products with variants, labels, images, amounts and stock', async () => {
    const { shops } = await addReferences(service, store, 1);
    await service.events();
    const previewed = await preview(service, store, SHIRTS);
    expect(previewed).toMatchObject({
      state: 'preview',
      products: 2,
      toCreate: 2,
      toUpdate: 0,
      withErrors: 0,
      problems: 0,
    });
    expect(previewed.hasQuantities).toBe(true);
    expect((await productsBySlug(service, store)).size).toBe(0);
    expect(await service.events()).toEqual([]);

    await service.client.confirmImport(contextOf(store), { importId: previewed.id, shopId: shops[0] });
    await service.jobs.worker().run();
    const { import: done } = await service.client.getImport(contextOf(store), { importId: previewed.id });
    expect(done).toMatchObject({ state: ImportState.DONE, created: 2, updated: 0, refused: 0, problems: 0 });
    const products = await productsBySlug(service, store);
    const shirt = products.get('remera-azul')!;
    expect(shirt).toMatchObject({
      name: 'Remera azul',
      description: '<p>De algodón, "peinado"</p>',
      tags: ['verano', 'algodón'],
      visibility: ProductVisibility.PUBLIC,
      isActive: true,
      isDraft: false,
      type: ProductType.VARIABLE,
      variantAxes: ['Talle'],
      images: ['https://img.example/a.jpg', 'https://img.example/b.jpg', 'https://img.example/c.jpg'],
      weightMilli: 200,
      weightUnit: 'kg',
      priceCentavos: 150_050,
    });
    expect(
      shirt.variants.map(({ name, sku, priceCentavos, compareAtPriceCentavos, costCentavos, isActive }) => [
        name,
        sku,
        priceCentavos,
        compareAtPriceCentavos,
        costCentavos,
        isActive,
      ]),
    ).toEqual([
      ['S', 'RA-S', 150_050, 200_000, 70_000, true],
      ['M', 'RA-M', 160_000, undefined, 70_000, true],
    ]);
    expect(products.get('gorra')).toMatchObject({
      type: ProductType.SIMPLE,
      sku: 'G-1',
      priceCentavos: 90_000,
      compareAtPriceCentavos: 120_050,
      isDraft: true,
    });
    expect([...amounts.stock.values()].toSorted((a, b) => a - b)).toEqual([3, 4, 7]);
    const { categories } = await service.client.listCategories(contextOf(store), {
      limit: 100,
      pageToken: Buffer.alloc(0),
    });
    expect(categories.map(({ name }) => name).toSorted()).toEqual(['Gorras', 'Nombre 0', 'Remeras']);
    const { brands } = await service.client.listBrands(contextOf(store), {
      limit: 100,
      pageToken: Buffer.alloc(0),
    });
    expect(brands.filter(({ name }) => name === 'Marca Uno')).toHaveLength(1);
  });

  test('apps are notified of a new product once it has its price, and never of a draft', async () => {
    await importFile(service, store, SHIRTS);
    const events = await service.events();
    const outside = events.filter(({ type }) => type !== 'product.drafted');
    expect(outside.map(({ type }) => type)).toEqual(['product.created']);
    expect(versionsOf(outside)[0]![1]).toBeGreaterThan(2);
  });

  test('importing the same file again changes nothing', async () => {
    await importFile(service, store, SHIRTS);
    const before = await productsBySlug(service, store);
    amounts.effects.length = 0;
    expect(await importFile(service, store, SHIRTS)).toMatchObject({
      state: 'done',
      created: 0,
      updated: 0,
      unchanged: 2,
    });
    expect(await productsBySlug(service, store)).toEqual(before);
    expect(amounts.effects).toEqual([]);
  });

  test('an import sets, keeps and removes the compare-at price of a product without variants, and its preview counts that', async () => {
    await importFile(service, store, SHIRTS);
    const compareAt = async () => (await productsBySlug(service, store)).get('gorra')!.compareAtPriceCentavos;
    expect(await importFile(service, store, `Handle,Title\ngorra,Gorra\n`)).toMatchObject({ unchanged: 1 });
    expect(await compareAt()).toBe(120_050);
    expect(await preview(service, store, `${CAP}1200.50\n`)).toMatchObject({ toUpdate: 0, toKeep: 1 });
    expect(await preview(service, store, `${CAP}1300\n`)).toMatchObject({ toUpdate: 1, toKeep: 0 });
    expect(await importFile(service, store, `${CAP}1300\n`)).toMatchObject({ updated: 1 });
    expect(await compareAt()).toBe(130_000);
    expect(await importFile(service, store, `${CAP}\n`)).toMatchObject({ updated: 1 });
    expect(await compareAt()).toBeUndefined();
  });

  test('products are matched by handle and variants by options, else by SKU; new ones are added, and fields without a column stay', async () => {
    await importFile(service, store, SHIRTS);
    const before = (await productsBySlug(service, store)).get('remera-azul')!;
    const changed = `Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price
remera-azul,Remera celeste,Talle,Small,RA-S,1500.50
remera-azul,,,M,OTRO,1600
remera-azul,,,L,RA-L,1700
`;
    const done = await importFile(service, store, changed);
    expect(done).toMatchObject({ state: 'done', created: 0, updated: 1, problems: 0 });
    const after = (await productsBySlug(service, store)).get('remera-azul')!;
    expect(after).toMatchObject({
      id: before.id,
      name: 'Remera celeste',
      tags: before.tags,
      images: before.images,
    });
    expect(
      after.variants.map(({ name, sku, priceCentavos, isActive }) => [name, sku, priceCentavos, isActive]),
    ).toEqual([
      ['Small', 'RA-S', 150_050, true],
      ['M', 'OTRO', 160_000, true],
      ['L', 'RA-L', 170_000, true],
    ]);
    expect(after.variants.slice(0, 2).map(({ id }) => id)).toEqual(before.variants.map(({ id }) => id));
  });

  test('characters of several bytes stay whole wherever a part of the file ends', async () => {
    const texts = ['', 'a', 'ab', 'abc'].map((start) => start + '🧉ñ'.repeat(2_000));
    const rows = texts.map((text, n) => `p-${n},P,${text}`);
    await importFile(service, store, `Handle,Title,Body (HTML)\n${rows.join('\n')}\n`);
    const products = await productsBySlug(service, store);
    expect(texts.map((_, n) => products.get(`p-${n}`)!.description)).toEqual(texts);
  });

  test('an import continues after a crash without doing anything twice', async () => {
    const rows = Array.from({ length: 70 }, (_, n) => `p-${n},Producto ${n},${n + 1}.00,5`);
    const file = `Handle,Title,Variant Price,Cost per item\n${rows.join('\n')}\n`;
    const { id: importId } = await preview(service, store, file);
    await service.client.confirmImport(contextOf(store), { importId, shopId: undefined });
    let calls = 0;
    amounts.onCall = () => {
      if (++calls > 60) throw new Fault('unavailable', 'Away.');
    };
    await expect(service.jobs.worker().run()).rejects.toMatchObject({ code: 'unavailable' });
    amounts.onCall = () => undefined;
    // Another process continues it once the lease of the first one has expired.
    await service
      .jobsOf({ now: () => Date.now() + 60_000 })
      .worker()
      .run();
    const { import: done } = await service.client.getImport(contextOf(store), { importId });
    expect(done).toMatchObject({ state: ImportState.DONE, created: 70, updated: 0, problems: 0 });
    const products = await productsBySlug(service, store);
    expect(
      [...products.values()].map(({ priceCentavos, costCentavos }) => [priceCentavos, costCentavos]),
    ).toEqual(
      expect.arrayContaining([
        [7_000, 500],
        [100, 500],
      ]),
    );
    expect(products.size).toBe(70);
    expect(amounts.effects).toHaveLength(140);
    expect(new Set(amounts.effects).size).toBe(140);
    const created = (await service.events()).filter(({ type }) => type === 'product.created');
    expect(created).toHaveLength(70);
  });

  test('an import is visible to its store only, and is carried out once', async () => {
    const { id: importId } = await preview(service, store, SHIRTS);
    const other = contextOf(newStore());
    const page = { importId, limit: 10, pageToken: Buffer.alloc(0) };
    expect(await refusal(service.client.getImport(other, { importId }))).toEqual(['not_found']);
    expect(await refusal(service.client.listImportProducts(other, page))).toEqual(['not_found']);
    expect(await refusal(service.client.listImportProblems(other, page))).toEqual(['not_found']);
    expect(await refusal(service.client.confirmImport(other, { importId, shopId: undefined }))).toEqual([
      'not_found',
    ]);
    const confirm = (shopId?: string) => service.client.confirmImport(contextOf(store), { importId, shopId });
    expect(await refusal(confirm('shp_0'))).toEqual(['invalid_value shop_id']);
    await confirm();
    expect((await confirm()).import!.state).toBe(ImportState.RUNNING);
    await service.jobs.worker().run();
    expect((await confirm()).import).toMatchObject({ state: ImportState.DONE, created: 2 });
    expect(
      await service.client.listImports(contextOf(store), { limit: 5, pageToken: Buffer.alloc(0) }),
    ).toMatchObject({
      imports: [{ id: importId, state: ImportState.DONE }],
    });
  });

  test('a product that cannot be changed as the file says is left out, and its line is reported', async () => {
    await importFile(service, store, SHIRTS);
    const file = `Handle,Title,Option1 Name,Option1 Value\nremera-azul,Remera azul,Color,Rojo\ngorra,Gorra,Title,Default Title\n`;
    const previewed = await preview(service, store, file);
    expect(previewed).toMatchObject({ toUpdate: 0, toKeep: 1, withErrors: 1 });
    expect(await problemsOf(service, store, previewed.id)).toEqual(['2 error variants_refused']);
  });
});

const folder = new URL('../../../../shared/data/shopify-csv/', import.meta.url);
const files = existsSync(folder) ? readdirSync(folder) : [];
test.each(files.length > 0 ? files : ['none'])('every product of the file %s is imported', async (name) => {
  if (name === 'none') return;
  const done = await importFile(service, store, readFileSync(new URL(name, folder)));
  expect(done).toMatchObject({ state: 'done', withErrors: 0, refused: 0 });
  expect(done.created).toBe(done.products);
  expect(done.products).toBeGreaterThan(15);
  for (const product of (await productsBySlug(service, store)).values())
    expect(product).toMatchObject({ isDraft: false, visibility: ProductVisibility.PUBLIC, isActive: true });
});

/** Compare-at prices of the products without variants of a file, by handle; 0 for none. */
const plainCompareAt = (file: string | Buffer): Map<string, number> =>
  new Map(
    parse<Record<string, string>>(file, { bom: true, columns: true })
      .filter((row) => row['Option1 Value'] === 'Default Title')
      .map((row) => [row['Handle']!, Number(row['Variant Compare At Price'])]),
  );

test('compare-at prices of products without variants survive an import and an export', async () => {
  let given = 0;
  for (const name of files) {
    store = newStore();
    const file = readFileSync(new URL(name, folder));
    await importFile(service, store, file);
    const compareAt = plainCompareAt(file);
    given += [...compareAt.values()].filter((price) => price > 0).length;
    expect(plainCompareAt(await exportFile(service, store))).toEqual(compareAt);
  }
  if (files.length > 0) expect(given).toBeGreaterThan(0);
});
