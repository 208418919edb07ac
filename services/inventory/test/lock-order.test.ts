import { expect, test } from 'vitest';
import { waitingForLocks } from '@commerce/service-kit/testing/database.ts';
import type { StockKey } from '../src/domain/stock-key.ts';
import { stockItemLockMany } from '../src/store/stock-item.ts';
import { orderWorld } from './support/orders.ts';
import { item, newStore, product } from './support/stock.ts';

const world = orderWorld();

const key = (n: number): StockKey => ({ shopId: 'shp_1', productId: `prd_${n}`, variantId: '' });

test('stock items are locked in the order of their keys, whatever the order of the request', async () => {
  const storeId = await newStore(
    world.db,
    [0, 1, 2].map((n) => product(`prd_${n}`)),
    [0, 1, 2].map((n) => item(`prd_${n}`, null, 1)),
  );
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const middle = world.db.transaction(async (tx) => {
    await stockItemLockMany(tx, storeId, [key(1)]);
    locked();
    await held;
  });
  await isLocked;
  const lock = (keys: StockKey[]) => world.db.transaction((tx) => stockItemLockMany(tx, storeId, keys));
  const both = Promise.all([lock([key(0), key(1), key(2)]), lock([key(2), key(1), key(0)])]);
  both.catch(() => undefined);
  await waitingForLocks(world.db, 2);
  release();
  await middle;
  expect((await both).map((items) => items.length)).toEqual([3, 3]);
});
