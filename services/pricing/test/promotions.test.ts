import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  ListPromotionsRequest_State as State,
  type Promotion,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { contextOf, pricesOf, startService, type TestService } from './support/service.ts';
import { NOW_MS } from './support/world.ts';

let database: TestDatabase;
let service: TestService;
let nowMs = NOW_MS;
let stores = 0;
let storeId: string;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = await startService(database.db, { now: () => nowMs });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
beforeEach(async () => {
  nowMs = NOW_MS;
  storeId = `sto_${++stores}`;
  service.catalog.shops.add(`${storeId}/shp_1`);
  service.catalog.put(storeId, 'prd_1', { categoryIds: ['cat_1'] });
  const request = { productId: 'prd_1', priceCentavos: 1_000, variants: [], includeDrafts: false };
  await service.client.setPrices(contextOf(storeId), request);
});

const draft = (fields: Partial<Promotion> = {}): Promotion => ({
  id: '',
  name: 'Promo',
  discount: { $case: 'percentBp', value: 1_000 },
  productIds: [],
  categoryIds: ['cat_1'],
  brandIds: [],
  shopIds: ['shp_1'],
  startsAtMs: NOW_MS - 10,
  endsAtMs: undefined,
  ...fields,
});
const create = async (fields: Partial<Promotion> = {}): Promise<Promotion> =>
  (await service.client.createPromotion(contextOf(storeId), { promotion: draft(fields) })).promotion!;
const update = (promotion: Promotion, expectedVersion?: string) =>
  service.client.updatePromotion(contextOf(storeId), { promotion, expectedVersion });
const end = (promotionId: string) => service.client.endPromotion(contextOf(storeId), { promotionId });
const list = async (limit = 100) => {
  const request = { limit, pageToken: Buffer.alloc(0), state: State.UNSPECIFIED };
  return (await service.client.listPromotions(contextOf(storeId), request)).promotions;
};
const price = async () => {
  const request = { shopId: 'shp_1', items: [{ productId: 'prd_1' }] };
  return pricesOf(await service.client.resolvePrices(contextOf(storeId), request))[0]!.priceCentavos;
};

test('a promotion is added, changed and listed as requested', async () => {
  const promotion = await create();
  expect(await price()).toBe(900);
  const changed: Promotion = {
    ...promotion,
    name: 'Otra',
    discount: { $case: 'amountCentavos', value: 300 },
    categoryIds: [],
    productIds: ['prd_1'],
    brandIds: ['brd_1'],
    shopIds: [],
    endsAtMs: NOW_MS + 10,
  };
  const { version } = (await update(changed)).promotion!;
  expect(version).not.toBe(promotion.version);
  expect(await list()).toEqual([{ ...changed, version }]);
  expect(await price()).toBe(700);
  nowMs += 10;
  expect(await price()).toBe(1_000);
  await expect(update({ ...changed, id: 'prm_z' })).rejects.toMatchObject({ code: 'not_found' });
});

test('ending a promotion stops a running one, deletes an upcoming one and leaves a past one', async () => {
  const [running, past, upcoming] = [
    await create(),
    await create({ endsAtMs: NOW_MS }),
    await create({ startsAtMs: NOW_MS + 10 }),
  ];
  for (const { id } of [running, past, upcoming]) await end(id);
  expect(await price()).toBe(1_000);
  expect((await list()).map(({ id, endsAtMs }) => [id, endsAtMs])).toEqual([
    [running.id, NOW_MS],
    [past.id, NOW_MS],
  ]);
  await expect(end(upcoming.id)).rejects.toMatchObject({ code: 'not_found' });
});

const refused = (fields: Partial<Promotion>) =>
  create(fields).then(
    () => [],
    (fault: { details: { field: string }[] }) => fault.details.map(({ field }) => field),
  );

const inState = async (state: State, limit = 100) => {
  const names: string[] = [];
  let pageToken: Buffer = Buffer.alloc(0);
  do {
    const request = { limit, pageToken, state };
    const page = await service.client.listPromotions(contextOf(storeId), request);
    names.push(...page.promotions.map(({ name }) => name));
    pageToken = page.nextPageToken;
  } while (pageToken.length > 0);
  return names;
};

test('promotions of a state are listed page by page: the next to end or begin first, and the last that ended first', async () => {
  const periods: [string, number, number?][] = [
    ['running without end', -10],
    ['running on', -5, 20],
    ['begins now', 0, 10],
    ['coming later', 30],
    ['coming', 1, 5],
    ['over long', -30, -20],
    ['ends now', -30, 0],
    ['running on too', -5, 20],
  ];
  for (const [name, from, to] of periods)
    await create({ name, startsAtMs: NOW_MS + from, endsAtMs: to === undefined ? to : NOW_MS + to });
  for (const limit of [1, 2, 100]) {
    expect(await inState(State.RUNNING, limit)).toEqual([
      'begins now',
      'running on',
      'running on too',
      'running without end',
    ]);
    expect(await inState(State.COMING, limit)).toEqual(['coming', 'coming later']);
    expect(await inState(State.OVER, limit)).toEqual(['ends now', 'over long']);
  }
});

test('a list of promotions in an unknown state is rejected', async () => {
  await expect(inState(9 as State)).rejects.toMatchObject({ details: [{ field: 'state' }] });
});

test('a promotion is found by its id in its own store only', async () => {
  const promotion = await create();
  const found = await service.client.getPromotion(contextOf(storeId), { promotionId: promotion.id });
  expect(found.promotion).toEqual(promotion);
  const elsewhere = service.client.getPromotion(contextOf('sto_z'), { promotionId: promotion.id });
  await expect(elsewhere).rejects.toMatchObject({ code: 'not_found' });
});

test('all problems of a promotion are reported together', async () => {
  expect(
    await refused({
      name: '',
      discount: { $case: 'percentBp', value: 10_001 },
      categoryIds: [],
      endsAtMs: NOW_MS - 10,
    }),
  ).toEqual(['name', 'discount', 'product_ids', 'ends_at_ms']);
  expect(
    await refused({ discount: undefined, brandIds: Array.from({ length: 1_001 }, (_, i) => `b${i}`) }),
  ).toEqual(['discount', 'brand_ids']);
  expect(await refused({ shopIds: ['shp_1', 'shp_z'] })).toEqual(['shop_ids[1]']);
});

test('pages return every promotion once', async () => {
  for (let n = 0; n < 3; n++) await create({ name: `P${n}` });
  const seen: string[] = [];
  let pageToken: Buffer = Buffer.alloc(0);
  do {
    const page = await service.client.listPromotions(contextOf(storeId), {
      limit: 2,
      pageToken,
      state: State.UNSPECIFIED,
    });
    seen.push(...page.promotions.map(({ name }) => name));
    pageToken = page.nextPageToken;
  } while (pageToken.length > 0);
  expect(seen).toEqual(['P0', 'P1', 'P2']);
});

test('of two updates of the same version of a promotion one succeeds', async () => {
  const promotion = await create({ categoryIds: ['cat_1'], shopIds: ['shp_1'] });
  const { version } = (await service.client.getPromotion(contextOf(storeId), { promotionId: promotion.id }))
    .promotion!;
  expect(version).toBe(promotion.version);
  const results = await Promise.allSettled([
    update({ ...promotion, name: 'Uno' }, version),
    update({ ...promotion, name: 'Dos' }, version),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'conflict', details: [{ reason: 'changed_since_read' }] },
  });
});
