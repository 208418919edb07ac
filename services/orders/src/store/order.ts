import { columnList } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { StockHolder } from '../domain/order-stock.ts';
import { isOrderNumber, type OrderRecord } from '../domain/order.ts';
import { Prisma as Schema } from '../generated/prisma/client.ts';
import { LINE_COLUMNS } from './order-line.ts';
import { orderPaymentLockedList } from './order-payment.ts';
import { orderFromRows, orderToRow, type LineRow, type OrderRow } from './order-row.ts';
import type { Prisma } from './prisma.ts';

/** The columns of `order`. */
export const ORDER_COLUMNS = columnList(Schema.OrderScalarFieldEnum);

// An id never has the form of a number.
const FIND_ID = storeStatement(
  'order-find-id',
  `select id from "order" where store_id = $1 and id = $2
   union all select id from "order" where store_id = $1 and order_number = $2`,
);
const LOCK = storeStatement(
  'order-lock-by_id',
  `select ${ORDER_COLUMNS} from "order" where store_id = $1 and id = $2 for update`,
);
/** An order by its number. */
export const LOCK_BY_NUMBER = storeStatement(
  'order-lock-by_number',
  `select ${ORDER_COLUMNS} from "order" where store_id = $1 and order_number = $2 for update`,
);
const LIST_LINES = storeStatement(
  'order_line-list-by_order',
  `select ${LINE_COLUMNS} from order_line where store_id = $1 and order_id = $2 order by position`,
);

/** Finds the version and status of an order whose lines are those that were reserved, by which it holds stock. */
export async function orderStockHolderFind(
  prisma: Prisma,
  storeId: string,
  id: string,
): Promise<StockHolder | undefined> {
  const select = { version: true, status: true };
  const where = { id, linesChanged: false };
  const row = await prisma.forStore(storeId).order.findFirst({ select, where });
  return row === null
    ? undefined
    : { storeId, order: { id, status: row.status }, version: Number(row.version) };
}

/** Finds the id of an order by its id or its number. */
export async function orderIdFind(db: Queryable, storeId: string, key: string): Promise<string | undefined> {
  if (!isId('ord', key) && !isOrderNumber(key)) return undefined;
  return (await db.rows<{ id: string }>(FIND_ID, [storeId, key]))[0]?.id;
}

/** Locks an order until the end of the transaction: every change of an order begins with it. */
export async function orderLock(
  tx: Queryable,
  storeId: string,
  id: string,
): Promise<OrderRecord | undefined> {
  const [row] = await tx.rows<OrderRow>(LOCK, [storeId, id]);
  return row && withLines(tx, row);
}

/** Locks an order by its id or its number; a key of neither form finds none. */
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
  const lines = await tx.rows<LineRow>(LIST_LINES, [row.store_id, row.id]);
  return orderFromRows(row, lines, await orderPaymentLockedList(tx, row.store_id, row.id));
}

/** Finds the total of an order that exists. */
export async function orderTotalFind(prisma: Prisma, storeId: string, id: string): Promise<number> {
  const select = { totalCentavos: true };
  const { totalCentavos } = await prisma.forStore(storeId).order.findFirstOrThrow({ select, where: { id } });
  return Number(totalCentavos);
}

/** Lists the totals of the orders that exist. */
export async function orderTotalList(
  prisma: Prisma,
  storeId: string,
  ids: string[],
): Promise<{ id: string; totalCentavos: number }[]> {
  const select = { id: true, totalCentavos: true };
  const rows = await prisma.forStore(storeId).order.findMany({ select, where: { id: { in: ids } } });
  return rows.map(({ id, totalCentavos }) => ({ id, totalCentavos: Number(totalCentavos) }));
}

const UPDATE = storeStatement(
  'order-update-by_id',
  `update "order" o set
     status = r.status, customer_id = r.customer_id, customer_name = r.customer_name, customer_email = r.customer_email,
     customer_phone = r.customer_phone, total_centavos = r.total_centavos, discount_centavos = r.discount_centavos,
     lines_changed = r.lines_changed, written_off = r.written_off, payment_gateway = r.payment_gateway, payment_status = r.payment_status,
     shipping_method_type = r.shipping_method_type, shipping_method_name = r.shipping_method_name,
     shipping_price_centavos = r.shipping_price_centavos, shipping_address = r.shipping_address,
     shipping_recipient_name = r.shipping_recipient_name, shipping_recipient_phone = r.shipping_recipient_phone,
     shipping_recipient_document = r.shipping_recipient_document, shipping_carrier = r.shipping_carrier,
     shipping_tracking_number = r.shipping_tracking_number, shipping_tracking_url = r.shipping_tracking_url,
     version = r.version, paid_at = r.paid_at, paid_via = r.paid_via, payment_confirmed_at = r.payment_confirmed_at,
     expires_at = r.expires_at, erased_buyer_id = r.erased_buyer_id, updated_at = r.updated_at, message = r.message, encoding = r.encoding
   from json_populate_record(null::"order", $2) r where o.store_id = $1 and o.id = $3`,
);

/** Updates an order, whose row this transaction has locked: everything but its lines, its payments and its origin. */
export async function orderUpdate(tx: Queryable, record: OrderRecord): Promise<void> {
  await tx.rows(UPDATE, [record.storeId, JSON.stringify(orderToRow(record)), record.order.id]);
}
