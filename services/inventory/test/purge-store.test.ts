import { expect, test } from 'vitest';
import { tablesWithRowsOf } from '@commerce/service-kit/testing/store-rows.ts';
import { contextOf } from './support/service.ts';
import { orderWorld } from './support/orders.ts';

const world = orderWorld();

/** A store with stock, a ledger, a reservation and settings. */
async function filledStore(): Promise<string> {
  const store = await world.stockedStore();
  const adjustment = { shopId: 'shp_1', productId: 'prd_1', delta: 3 };
  await world.service.client.adjustStock(contextOf(store), adjustment);
  await world.reserveFor(store, 'ord_1', ['prd_2', 1]);
  await world.service.client.setStockSettings(contextOf(store), { lowAt: 5 });
  return store;
}

test('a purged store has only the projection of its products left, and other stores stay', async () => {
  const [store, other] = [await filledStore(), await filledStore()];
  const before = await tablesWithRowsOf(world.db, other);
  expect(before).toContain('stock_movement');
  while (!(await world.service.client.purgeStore(contextOf(store), {})).done);
  const left = (await tablesWithRowsOf(world.db, store)).filter(
    (name) => !['outbox', 'bulk_job'].includes(name),
  );
  // Products stay until their deletion is consumed.
  expect(left).toEqual(['page_version', 'product', 'product_shop']);
  expect(await tablesWithRowsOf(world.db, other)).toEqual(before);
});

test('the ledger is still append only for every other statement', async () => {
  const store = await filledStore();
  await world.service.client.purgeStore(contextOf(await filledStore()), {});
  const remove = world.db.pool.query('delete from stock_movement where store_id = $1', [store]);
  await expect(remove).rejects.toThrow('append only');
});
