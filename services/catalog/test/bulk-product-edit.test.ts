import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BulkJobState } from '@commerce/proto/commerce/common/v1/bulk_job.ts';
import { ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { ProductEdit, type ProductSelection } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { ProductsBulkUpdated, ProductsChanged } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { longTest } from '@commerce/service-kit/testing/level.ts';
import { productSaveMany } from '../src/store/product-write.ts';
import { productRecord } from './support/products.ts';
import {
  addReferences,
  contextOf,
  found,
  newStore,
  refusal,
  startService,
  type TestService,
} from './support/service.ts';

let service: TestService;
beforeAll(async () => (service = await startService()));
afterAll(() => service.close());

const T0 = 1_760_000_000_000;
const edit = (fields: Partial<ProductEdit>) => ({ ...ProductEdit.decode(new Uint8Array(0)), ...fields });
const all: ProductSelection = { by: { $case: 'all', value: true } };

const start = (store: string, selection: ProductSelection | undefined, fields: Partial<ProductEdit>) =>
  service.client.startBulkProductEdit(contextOf(store), { selection, edit: edit(fields) });

async function run(store: string, selection: ProductSelection, fields: Partial<ProductEdit>) {
  const { jobId } = await start(store, selection, fields);
  await service.jobs.worker().run();
  return service.client.getBulkJob(contextOf(store), { id: jobId });
}

async function addProducts(store: string, count: number, fields: Parameters<typeof productRecord>[2] = {}) {
  const ids = Array.from({ length: count }, () => newId('prd')).toSorted();
  for (let from = 0; from < count; from += 1_000)
    await productSaveMany(
      service.database.db,
      store,
      ids.slice(from, from + 1_000).map((id) => productRecord(store, id, { ...fields, updatedAtMs: T0 })),
    );
  await service.events();
  return ids;
}

describe('an edit of many products', () => {
  test('selected products that differ are changed, and each is published with the actor of the request', async () => {
    const store = newStore();
    const ids = await addProducts(store, 450, { tags: ['vieja'] });
    const done = await addProducts(store, 3, { tags: ['oferta'], visibility: ProductVisibility.UNLISTED });
    const draft = productRecord(store, newId('prd'), {}, true);
    await productSaveMany(service.database.db, store, [draft]);
    const progress = await run(store, all, {
      visibility: ProductVisibility.UNLISTED,
      addTags: ['oferta'],
      removeTags: ['vieja'],
    });
    expect(progress).toMatchObject({ state: BulkJobState.DONE, total: 450, done: 450, failure: '' });
    const events = await service.events();
    expect(events.map(({ type, subjectId }) => [type, subjectId])).toEqual(
      ids.map((id) => ['product.updated', id]),
    );
    expect(new Set(events.map(({ actor }) => actor!.id))).toEqual(new Set(['ins_a']));
    // One stamp per part.
    expect(new Set(events.map(({ occurredAtMs }) => occurredAtMs)).size).toBe(3);
    expect(await found(service, store, ids[0]!)).toMatchObject({
      visibility: ProductVisibility.UNLISTED,
      tags: ['oferta'],
    });
    expect((await found(service, store, done[0]!))!.updatedAtMs).toBe(T0);
  });

  longTest(
    'an edit of 5,000 products has one event each, an edit of 5,001 has one event in total',
    async () => {
      const store = newStore();
      await addProducts(store, 5_000);
      await run(store, all, { isActive: false });
      expect(new Set((await service.events()).map(({ type }) => type))).toEqual(new Set(['product.updated']));

      await addProducts(store, 1, { isActive: false });
      const progress = await run(store, all, { isActive: true, ivaRateBp: 1050 });
      expect(progress).toMatchObject({ state: BulkJobState.DONE, total: 5_001, done: 5_001 });
      const events = await service.events();
      const parts = events.slice(0, -1);
      expect(new Set(parts.map(({ type }) => type))).toEqual(new Set(['products.changed']));
      const facts = parts.flatMap(({ payload }) => ProductsChanged.decode(payload).products);
      expect(facts).toHaveLength(5_001);
      const last = events.at(-1)!;
      expect(last.type).toBe('products.bulk_updated');
      expect(ProductsBulkUpdated.decode(last.payload)).toEqual({
        count: 5_001,
        updatedSinceMs: parts[0]!.occurredAtMs,
      });
    },
  );

  test('products of the own store are selected by category, brand or ids', async () => {
    const store = newStore();
    const { categories, brands } = await addReferences(service, store);
    const [inCategory] = await addProducts(store, 1, { categoryIds: [categories[0]!] });
    const [ofBrand] = await addProducts(store, 1, { brandIds: [brands[0]!] });
    const [neither] = await addProducts(store, 1);
    const [elsewhere] = await addProducts(newStore(), 1);
    const active = async () =>
      Promise.all(
        [inCategory, ofBrand, neither].map(async (id) => (await found(service, store, id!))!.isActive),
      );
    await run(store, { by: { $case: 'categoryId', value: categories[0]! } }, { isActive: false });
    expect(await active()).toEqual([false, true, true]);
    await run(store, { by: { $case: 'brandId', value: brands[0]! } }, { isActive: false });
    expect(await active()).toEqual([false, false, true]);
    const ids = [neither!, elsewhere!, newId('prd')];
    const progress = await run(store, { by: { $case: 'ids', value: { ids } } }, { isActive: false });
    expect(progress).toMatchObject({ total: 1, done: 1 });
    expect(await active()).toEqual([false, false, false]);
  });

  test('a category is added and another removed, and a product with the maximum of categories keeps its own', async () => {
    const store = newStore();
    const { categories } = await addReferences(service, store, 3);
    const full = Array.from({ length: 250 }, (_, n) => `t${n}`);
    const [id] = await addProducts(store, 1, { categoryIds: [categories[0]!, categories[1]!], tags: full });
    await run(store, all, {
      addCategoryId: categories[2]!,
      removeCategoryId: categories[0]!,
      addTags: ['una más'],
    });
    expect(await found(service, store, id!)).toMatchObject({
      categoryIds: [categories[1], categories[2]],
      tags: full,
    });
  });

  test('an edit fails with the reason when its category is deleted while it runs', async () => {
    const store = newStore();
    const { categories } = await addReferences(service, store);
    await addProducts(store, 1);
    const { jobId } = await start(store, all, { addCategoryId: categories[0]! });
    await service.client.deleteCategory(contextOf(store), { id: categories[0]! });
    await service.jobs.worker().run();
    expect(await service.client.getBulkJob(contextOf(store), { id: jobId })).toMatchObject({
      state: BulkJobState.FAILED,
      failure: expect.stringContaining('has been deleted'),
    });
  });

  test('an edit of no products is done at once', async () => {
    expect(await run(newStore(), all, { isActive: false })).toMatchObject({
      state: BulkJobState.DONE,
      total: 0,
      done: 0,
    });
    expect(await service.events()).toEqual([]);
  });

  test('an edit without a selection, without a change, or with entities of another store is refused', async () => {
    const store = newStore();
    const other = await addReferences(service, newStore());
    expect(await refusal(start(store, undefined, { isActive: true }))).toEqual(['missing selection']);
    expect(await refusal(start(store, { by: { $case: 'all', value: false } }, { isActive: true }))).toEqual([
      'invalid_value selection',
    ]);
    expect(await refusal(start(store, all, {}))).toEqual(['invalid_value edit']);
    expect(
      await refusal(
        start(
          store,
          { by: { $case: 'categoryId', value: other.categories[0]! } },
          {
            visibility: 99 as ProductVisibility,
            ivaRateBp: -1,
            addTags: ['a', 'a'],
            removeTags: ['a'],
            addCategoryId: other.categories[0]!,
          },
        ),
      ),
    ).toEqual([
      'invalid_value visibility',
      'invalid_value iva_rate',
      'invalid_value add_tags[1]',
      'invalid_value remove_tags[0]',
      'invalid_value selection.category_id',
      'invalid_value edit.add_category_id',
    ]);
    const unknown = service.client.getBulkJob(contextOf(store), { id: newId('job') });
    expect(await refusal(unknown)).toEqual(['not_found']);
  });
});
