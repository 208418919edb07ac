import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import type { OrderRecord } from '../domain/order.ts';
import { orderLock } from './order-load.ts';
import { orderSaveMany } from './order-save.ts';

/**
 * Changes one order within a transaction: locks its row, applies the change, stamps, writes.
 * @returns the order as written; undefined when the store has none of that id
 */
export async function orderChange(
  tx: Queryable,
  storeId: string,
  id: string,
  change: (record: OrderRecord) => OrderRecord,
  stamp: Stamp,
): Promise<OrderRecord | undefined> {
  const before = await orderLock(tx, storeId, id);
  if (before === undefined) return undefined;
  const changed = change(before);
  const updatedAtMs = (await stamp(tx, storeId)).getTime();
  const after = { ...changed, order: { ...changed.order, updatedAtMs } };
  await orderSaveMany(tx, storeId, [after]);
  return after;
}
