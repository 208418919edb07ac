import {
  FIRST_ORDER_NUMBER,
  orderCounterSet,
  orderInsertMany,
  shopInsertMany,
  statusFlowReplace,
} from '@commerce/orders/seed.ts';
import type { World } from '../world.ts';
import { withDatabase } from './open.ts';

/** Shops, status flows, orders and the number of the next one. */
export function loadOrders(url: string, world: World): Promise<void> {
  return withDatabase(url, async (db) => {
    for (const store of world.stores) {
      await shopInsertMany(
        db,
        store.id,
        store.shops.map(({ id }) => id),
      );
      await db.transaction((tx) => statusFlowReplace(tx, store.id, store.orderFlow));
      for (const chunk of store.orders()) await orderInsertMany(db, store.id, chunk);
      await orderCounterSet(db, store.id, FIRST_ORDER_NUMBER + store.counts.orders);
    }
  });
}
