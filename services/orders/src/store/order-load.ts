import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { isOrderNumber, type OrderRecord } from '../domain/order.ts';
import { orderFromRows, type LineRow, type OrderRow } from './order-row.ts';

const LOCK = storeStatement(
  'order-lock-by_id',
  'select * from "order" where store_id = $1 and id = $2 for update',
);
const FIND = storeStatement('order-find-by_id', 'select * from "order" where store_id = $1 and id = $2');
/** An order by its number. */
export const LOCK_BY_NUMBER = storeStatement(
  'order-lock-by_number',
  'select * from "order" where store_id = $1 and order_number = $2 for update',
);
// An id has no form of a number.
const FIND_ID = storeStatement(
  'order-find-id',
  `select id from "order" where store_id = $1 and id = $2
   union all select id from "order" where store_id = $1 and order_number = $2`,
);
const LINES = storeStatement(
  'order_line-list-by_order',
  'select * from order_line where store_id = $1 and order_id = $2 order by position',
);

/** An order from its columns. */
export async function orderFind(
  db: Queryable,
  storeId: string,
  id: string,
): Promise<OrderRecord | undefined> {
  const [row] = await db.rows<OrderRow>(FIND, [storeId, id]);
  return row && withLines(db, row);
}

/** An order from its columns, its row locked until the end of the transaction: how every change of an order begins. */
export async function orderLock(
  tx: Queryable,
  storeId: string,
  id: string,
): Promise<OrderRecord | undefined> {
  const [row] = await tx.rows<OrderRow>(LOCK, [storeId, id]);
  return row && withLines(tx, row);
}

/** The same by an order's id or its number; a text of neither form is nobody's. */
export async function orderLockByKey(
  tx: Queryable,
  storeId: string,
  key: string,
): Promise<OrderRecord | undefined> {
  if (isId('ord', key)) return orderLock(tx, storeId, key);
  if (!isOrderNumber(key)) return undefined;
  const [row] = await tx.rows<OrderRow>(LOCK_BY_NUMBER, [storeId, key]);
  return row && withLines(tx, row);
}

async function withLines(tx: Queryable, row: OrderRow): Promise<OrderRecord> {
  return orderFromRows(row, await tx.rows<LineRow>(LINES, [row.store_id, row.id]));
}

/** The id of an order by its id or its number; undefined when the store has none such. */
export async function orderIdFind(db: Queryable, storeId: string, key: string): Promise<string | undefined> {
  if (!isId('ord', key) && !isOrderNumber(key)) return undefined;
  return (await db.rows<{ id: string }>(FIND_ID, [storeId, key]))[0]?.id;
}
