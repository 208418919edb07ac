import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PriceList, PriceListRule } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { contextOf, keyed, startService, type TestService } from './support/service.ts';

let database: TestDatabase;
let service: TestService;
let stores = 0;
let storeId: string;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  // Jobs need a clock that advances.
  service = await startService(database.db, { now: () => Date.now() });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
beforeEach(() => {
  storeId = `sto_${++stores}`;
  service.catalog.shops.add(`${storeId}/shp_1`);
  service.catalog.put(storeId, 'prd_1');
  service.catalog.put(storeId, 'prd_2', {
    variants: ['var_1', 'var_2'].map((variantId, position) => ({
      variantId,
      position,
      isActive: true,
      sku: undefined,
    })),
  });
});

const rule = (overListId?: string, percentBp = 1_000): PriceListRule => ({
  percentBp,
  overListId,
  roundingCentavos: 100,
});
const create = async (name: string, listRule?: PriceListRule): Promise<PriceList> =>
  (await service.client.createPriceList(contextOf(storeId), { name, rule: listRule })).priceList!;
const update = (priceList: PriceList, expectedVersion?: string) =>
  service.client.updatePriceList(contextOf(storeId), { priceList, expectedVersion });
const remove = (priceListId: string) => service.client.deletePriceList(contextOf(storeId), { priceListId });
const setDefault = (priceListId?: string, shopId = 'shp_1') =>
  service.client.setShopPriceList(contextOf(storeId), { shopId, priceListId });
const names = async () =>
  (await service.client.listPriceLists(contextOf(storeId), {})).priceLists.map(({ name }) => name);
const setEntries = (
  priceListId: string,
  entries: [productId: string, variantId: string | undefined, price: number][],
) =>
  service.client.setPriceListEntries(contextOf(storeId), {
    priceListId,
    entries: entries.map(([productId, variantId, priceCentavos]) => ({
      productId,
      variantId,
      priceCentavos,
    })),
  });
const entriesOf = async (priceListId: string, limit = 100, productIds: string[] = []) => {
  const entries: unknown[] = [];
  let pageToken: Buffer = Buffer.alloc(0);
  do {
    const request = { priceListId, limit, pageToken, productIds };
    const page = await service.client.listPriceListEntries(contextOf(storeId), request);
    entries.push(...page.entries.map((e) => [e.productId, e.variantId, e.priceCentavos]));
    pageToken = page.nextPageToken;
  } while (pageToken.length > 0);
  return entries;
};
const fields = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'not refused',
    (fault: { details: { field?: string; reason: string }[] }) =>
      fault.details.map(({ field, reason }) => field ?? reason),
  );

describe('price lists', () => {
  test('pages of any size contain each list of the store once, without deleted ones, and the default lists of all shops', async () => {
    const made: PriceList[] = [];
    for (const name of ['A', 'B', 'C', 'D', 'E']) made.push(await create(name));
    await remove(made[1]!.id);
    await setDefault(made[4]!.id);
    const ids = [0, 2, 3, 4].map((n) => made[n]!.id).toSorted();
    for (const limit of [1, 2, 3, 4, 100]) {
      const listed: string[] = [];
      let pageToken = Buffer.alloc(0);
      do {
        const page = await service.client.listPriceLists(contextOf(storeId), { limit, pageToken });
        expect(page.priceLists.length).toBeLessThanOrEqual(limit);
        expect(page.shopDefaults).toEqual([{ shopId: 'shp_1', priceListId: made[4]!.id }]);
        listed.push(...page.priceLists.map(({ id }) => id));
        pageToken = Buffer.from(page.nextPageToken);
      } while (pageToken.length > 0);
      expect(listed).toEqual(ids);
    }
    const all = await service.client.listPriceLists(contextOf(storeId), {});
    expect(all.priceLists.map(({ id }) => id)).toEqual(ids);
    const elsewhere = await service.client.listPriceLists(contextOf('sto_other'), {});
    expect(elsewhere).toEqual({ priceLists: [], shopDefaults: [], nextPageToken: Buffer.alloc(0) });
  });

  test('of two updates of the same version one succeeds', async () => {
    const list = await create('Mayorista', rule());
    const results = await Promise.allSettled([
      update({ ...list, name: 'Uno' }, list.version),
      update({ ...list, name: 'Dos' }, list.version),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict', details: [{ reason: 'changed_since_read' }] },
    });
    const { priceLists } = await service.client.listPriceLists(contextOf(storeId), {});
    await update({ ...list, name: 'Tres' }, priceLists[0]!.version);
    expect(await names()).toEqual(['Tres']);
  });

  test('price lists are added, changed, listed and deleted', async () => {
    const [base, over] = [await create('Mayorista', rule()), await create('Gremio')];
    await update({ ...over, name: 'Gremio 2', rule: rule(base.id, -500) });
    const { priceLists } = await service.client.listPriceLists(contextOf(storeId), {});
    const version = expect.not.stringContaining(over.version!) as unknown as string;
    expect(priceLists).toEqual([base, { ...over, name: 'Gremio 2', rule: rule(base.id, -500), version }]);
    await remove(over.id);
    expect(await names()).toEqual(['Mayorista']);
    await expect(remove(over.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(update(over)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a price list is added once per key', async () => {
    const ctx = keyed(storeId, 'k');
    const first = await service.client.createPriceList(ctx, { name: 'L', rule: undefined });
    expect(await service.client.createPriceList(ctx, { name: 'L', rule: undefined })).toEqual(first);
    expect(await names()).toEqual(['L']);
  });

  test('all problems of a price list are reported together', async () => {
    const bad = { percentBp: -10_001, overListId: 'pl_z', roundingCentavos: 5 };
    expect(await fields(create(' ', bad))).toEqual([
      'name',
      'rule.percent_bp',
      'rule.rounding_centavos',
      'rule.over_list_id',
    ]);
  });

  test('price lists never form a cycle, even by two concurrent updates', async () => {
    const [a, b] = [await create('a'), await create('b')];
    const results = await Promise.allSettled([
      update({ ...a, rule: rule(b.id) }),
      update({ ...b, rule: rule(a.id) }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await fields(update({ ...a, rule: rule(a.id) }))).toEqual(['rule.over_list_id']);
  });

  test('a price list is not deleted while it is the default of a shop or the base of a list', async () => {
    const base = await create('base');
    const over = await create('over', rule(base.id));
    await setDefault(over.id);
    expect(await fields(remove(base.id))).toEqual(['price_list_in_use']);
    expect(await fields(remove(over.id))).toEqual(['price_list_in_use']);
    await setDefault();
    await remove(over.id);
    await remove(base.id);
    expect(await names()).toEqual([]);
  });

  test('a deleted price list disappears at once, and a job removes its fixed prices and row', async () => {
    const list = await create('L');
    await setEntries(list.id, [['prd_1', undefined, 5]]);
    await remove(list.id);
    const request = { shopId: 'shp_1', priceListId: list.id, limit: 25, pageToken: Buffer.alloc(0) };
    await expect(service.client.listPrices(contextOf(storeId), request)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(setEntries(list.id, [['prd_1', undefined, 6]])).rejects.toMatchObject({ code: 'not_found' });
    await expect(setDefault(list.id)).rejects.toMatchObject({ code: 'not_found' });
    await service.deps.jobs.worker().run();
    const remaining = await database.db.pool.query(
      `select (select count(*)::int from price_list where store_id = $1) as lists,
         (select count(*)::int from price_list_entry where store_id = $1) as entries`,
      [storeId],
    );
    expect(remaining.rows).toEqual([{ lists: 0, entries: 0 }]);
  });

  test('price lists of another store are not found', async () => {
    const list = await create('L');
    storeId = 'sto_other';
    await expect(remove(list.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await fields(create('M', rule(list.id)))).toEqual(['rule.over_list_id']);
  });

  test('only an existing shop can have a default list', async () => {
    const list = await create('L');
    await expect(setDefault(list.id, 'shp_z')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('fixed prices', () => {
  test('fixed prices are set, changed, listed by page, removed, and determine prices', async () => {
    const list = await create('L');
    await setEntries(list.id, [
      ['prd_2', 'var_1', 10],
      ['prd_1', undefined, 20],
      ['prd_2', undefined, 30],
    ]);
    await setEntries(list.id, [['prd_1', undefined, 25]]);
    expect(await entriesOf(list.id, 1)).toEqual([
      ['prd_1', undefined, 25],
      ['prd_2', undefined, 30],
      ['prd_2', 'var_1', 10],
    ]);
    await setDefault(list.id);
    const page = { shopId: 'shp_1', limit: 25, pageToken: Buffer.alloc(0) };
    const { prices } = await service.client.listPrices(contextOf(storeId), page);
    expect(prices.map((p) => [p.priceCentavos, p.variants.map((v) => v.priceCentavos)])).toEqual([
      [25, []],
      [10, [10, 30]],
    ]);
    expect(await entriesOf(list.id, 1, ['prd_2', 'prd_z'])).toEqual([
      ['prd_2', undefined, 30],
      ['prd_2', 'var_1', 10],
    ]);
    const entries = [
      { productId: 'prd_2', variantId: 'var_1' },
      { productId: 'prd_z', variantId: undefined },
    ];
    await service.client.removePriceListEntries(contextOf(storeId), { priceListId: list.id, entries });
    expect(await entriesOf(list.id)).toHaveLength(2);
  });

  test('fixed prices are all set or none, and refused by index', async () => {
    const list = await create('L');
    const bad = setEntries(list.id, [
      ['prd_1', undefined, 10],
      ['prd_z', undefined, 10],
      ['prd_2', 'var_z', 10],
    ]);
    expect(await fields(bad)).toEqual(['entries[1].product_id', 'entries[2].variant_id']);
    expect(
      await fields(
        setEntries(list.id, [
          ['prd_1', undefined, -1],
          ['prd_1', undefined, 1],
        ]),
      ),
    ).toEqual(['entries[0].price_centavos', 'entries[1]']);
    expect(await fields(setEntries(list.id, []))).toEqual(['entries']);
    expect(await entriesOf(list.id)).toEqual([]);
  });

  test('concurrent writers of fixed prices overwrite each other as a whole', async () => {
    const list = await create('L');
    const keys: [string, string | undefined][] = [
      ['prd_1', undefined],
      ['prd_2', 'var_1'],
      ['prd_2', 'var_2'],
    ];
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => {
        const order = i % 2 === 0 ? keys : keys.toReversed();
        return setEntries(
          list.id,
          order.map(([productId, variantId]) => [productId, variantId, i]),
        );
      }),
    );
    const prices = (await entriesOf(list.id)) as [string, string, number][];
    expect(new Set(prices.map(([, , price]) => price)).size).toBe(1);
  });
});
