import { expect, test } from 'vitest';
import { MovementKind } from '@commerce/proto/commerce/inventory/v1/values.ts';
import { retainHistoryJob } from '@commerce/service-kit/jobs/history.ts';
import { movementPartitions } from '../src/store/movement.ts';
import { orderWorld } from './support/orders.ts';
import { contextOf } from './support/service.ts';

const world = orderWorld();
const DAY_MS = 24 * 3600 * 1000;

type Kept = Parameters<typeof retainHistoryJob>[2];

const retain = (kept: Partial<Kept> = {}) =>
  retainHistoryJob(movementPartitions(world.db), world.clock, {
    HISTORY_MONTHS: 0,
    EXPIRED_HISTORY: 'archive',
    ...kept,
  }).run();

const query = async (text: string, values: unknown[] = []) => (await world.db.pool.query(text, values)).rows;
const partitions = (table = 'stock_movement'): Promise<string[]> =>
  query(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1',
    [table],
  ).then((rows) => rows.map(({ name }) => name as string));
const archived = (storeId: string): Promise<number[]> =>
  query(`select delta from archive.stock_movement where store_id = $1 and kind = 'adjustment' order by id`, [
    storeId,
  ]).then((rows) => rows.map(({ delta }) => delta as number));

const adjust = (storeId: string, delta: number) =>
  world.service.client.adjustStock(contextOf(storeId), { shopId: 'shp_1', productId: 'prd_1', delta });
/** The adjustments that the back office lists for the product, in all shops and at the shop, newest first. */
async function listed(storeId: string, limit = 1): Promise<[number[], number[]]> {
  const read = async (key: { productId: string } | { shopId: string }): Promise<number[]> => {
    const found = [];
    for (let pageToken = Buffer.alloc(0); ;) {
      const request = { ...key, limit, pageToken, kinds: [MovementKind.ADJUSTMENT] };
      const page = await world.service.client.listMovements(contextOf(storeId), request);
      found.push(...page.movements);
      if (page.nextPageToken.length === 0) return found.map(({ delta }) => delta);
      pageToken = page.nextPageToken as typeof pageToken;
    }
  };
  return [await read({ productId: 'prd_1' }), await read({ shopId: 'shp_1' })];
}

/** A store with an adjustment by 1 in the first month, by 2 in the second, and so on, of the clock's months. */
async function storeOfMonths(months: number): Promise<string> {
  await retain();
  const store = await world.stockedStore();
  for (let n = 1; n <= months; n++) {
    if (n > 1) world.pass(31 * DAY_MS);
    await retain();
    await adjust(store, n);
  }
  return store;
}

test('the partitions of this month and the next are created ahead, and all months are kept and listed by default', async () => {
  const store = await storeOfMonths(3);
  expect(await partitions()).toEqual([
    'stock_movement_2026_11',
    'stock_movement_2026_12',
    'stock_movement_2027_01',
    'stock_movement_2027_02',
    'stock_movement_rest',
  ]);
  expect(await query('select 1 from only stock_movement_rest where store_id = $1', [store])).toEqual([]);
  for (const deltas of await listed(store)) expect(deltas).toEqual([3, 2, 1]);
});

test('expired months are archived by one of two processes, and are out of the lists', async () => {
  world.pass(365 * DAY_MS);
  const store = await storeOfMonths(3);
  await Promise.all([retain({ HISTORY_MONTHS: 1 }), retain({ HISTORY_MONTHS: 1 })]);
  expect(await partitions()).toEqual([
    'stock_movement_2027_12',
    'stock_movement_2028_01',
    'stock_movement_2028_02',
    'stock_movement_rest',
  ]);
  expect(await partitions('archive.stock_movement')).toContain('archive.stock_movement_2027_11');
  expect(await archived(store)).toEqual([1]);
  for (const deltas of await listed(store)) expect(deltas).toEqual([3, 2]);
  const [item] = await query(
    `select on_hand from stock_item where store_id = $1 and product_id = 'prd_1' and shop_id = 'shp_1'`,
    [store],
  );
  expect(item).toEqual({ on_hand: 16 });
});

test('expired months are dropped where they are not archived', async () => {
  world.pass(730 * DAY_MS);
  const store = await storeOfMonths(3);
  await retain({ HISTORY_MONTHS: 2, EXPIRED_HISTORY: 'drop' });
  for (const deltas of await listed(store)) expect(deltas).toEqual([3, 2, 1]);
  await retain({ HISTORY_MONTHS: 1, EXPIRED_HISTORY: 'drop' });
  for (const deltas of await listed(store)) expect(deltas).toEqual([3, 2]);
  expect(await archived(store)).toEqual([]);
});

test('movements of a month without a partition stay, also when the month is created and expires', async () => {
  world.pass(1825 * DAY_MS);
  const store = await world.stockedStore();
  await adjust(store, 1);
  world.pass(62 * DAY_MS);
  await retain({ HISTORY_MONTHS: 1, EXPIRED_HISTORY: 'drop' });
  for (const deltas of await listed(store)) expect(deltas).toEqual([1]);
});

test('the archive is append only, and a purged store leaves nothing in it', async () => {
  world.pass(2920 * DAY_MS);
  const [store, other] = [await storeOfMonths(3), await world.stockedStore()];
  await retain({ HISTORY_MONTHS: 1 });
  expect(await archived(store)).toEqual([1]);
  await expect(query('delete from archive.stock_movement where store_id = $1', [store])).rejects.toThrow(
    'append only',
  );
  while (!(await world.service.client.purgeStore(contextOf(store), {})).done);
  expect(await archived(store)).toEqual([]);
  expect(await query('select 1 from stock_movement where store_id = $1', [other])).not.toEqual([]);
});
