import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { OrderRecord } from '../domain/order.ts';
import { orderFromRows, type LineRow, type OrderRow } from './order-row.ts';

const LOCK = storeStatement(
  'order-lock-by_id',
  'select * from "order" where store_id = $1 and id = $2 for update',
);
const LINES = storeStatement(
  'order_line-list-by_order',
  'select * from order_line where store_id = $1 and order_id = $2 order by position',
);

/** An order from its columns, its row locked until the end of the transaction: how every change of an order begins. */
export async function orderLock(
  tx: Queryable,
  storeId: string,
  id: string,
): Promise<OrderRecord | undefined> {
  const [row] = await tx.rows<OrderRow>(LOCK, [storeId, id]);
  if (row === undefined) return undefined;
  return orderFromRows(row, await tx.rows<LineRow>(LINES, [storeId, id]));
}
