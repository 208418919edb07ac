import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement, type Statement } from '@commerce/service-kit/db/statement.ts';
import type { Line } from '../domain/goods.ts';
import type { Reservation } from '../domain/order-stock.ts';
import { goodsColumns } from './stock-item-lock.ts';

const ADD = storeStatement(
  'reservation-insert',
  `insert into reservation (store_id, order_id, state, expires_at)
   select $1, $2, 'reserved', $3::timestamptz
   where not exists (select from reservation where store_id = $1 and order_id = $2)
   on conflict (store_id, order_id) do nothing returning 1`,
);

const LOCK = storeStatement(
  'reservation-lock-by_order',
  `select version, state, expires_at from reservation where store_id = $1 and order_id = $2 for update`,
);

const LINES = storeStatement(
  'reservation_line-list-by_order',
  `select shop_id, product_id, variant_id, quantity from reservation_line where store_id = $1 and order_id = $2`,
);

const SET = storeStatement(
  'reservation-update',
  `update reservation set version = $3, state = $4, expires_at = $5 where store_id = $1 and order_id = $2`,
);

// Of a version that comes twice at once both see it as newer: the second waits for the row and finds that it is not.
const SETTLE = storeStatement(
  'reservation-settle',
  `with confirmed as (
     update reservation set version = $3, expires_at = null
     where store_id = $1 and order_id = $2 and state = $4 and version < $3 returning 1
   )
   select exists (select from confirmed) or exists (
     select from reservation where store_id = $1 and order_id = $2 and version >= $3) as settled`,
);

const REPLACE_LINES = storeStatement(
  'reservation_line-replace',
  `with wanted as (
     select * from unnest($3::text[], $4::text[], $5::text[], $6::int[]) as w (shop_id, product_id, variant_id, quantity)
   ), gone as (
     delete from reservation_line l where l.store_id = $1 and l.order_id = $2 and not exists (
       select from wanted w where w.shop_id = l.shop_id and w.product_id = l.product_id and w.variant_id = l.variant_id)
   )
   insert into reservation_line as l (store_id, order_id, shop_id, product_id, variant_id, quantity)
   select $1, $2, shop_id, product_id, variant_id, quantity from wanted
   on conflict (store_id, order_id, shop_id, product_id, variant_id) do update set quantity = excluded.quantity`,
);

// Over all stores: each is then released by a transaction of its own, which looks again.
const EXPIRED: Statement = {
  name: 'reservation-list-expired',
  text: `select store_id, order_id from reservation where expires_at <= $1 order by expires_at limit $2`,
};

/** Adds an order's reservation. @returns false when there is one */
export async function reservationAdd(
  db: Queryable,
  storeId: string,
  orderId: string,
  expiresAtMs: number,
): Promise<boolean> {
  return (await db.rows(ADD, [storeId, orderId, new Date(expiresAtMs)])).length > 0;
}

/** Locks an order's reservation. */
export async function reservationLock(
  db: Queryable,
  storeId: string,
  orderId: string,
): Promise<Reservation | undefined> {
  const [row] = await db.rows<{ version: number; state: Reservation['state']; expires_at: Date | null }>(
    LOCK,
    [storeId, orderId],
  );
  return row && { version: row.version, state: row.state, expiresAtMs: row.expires_at?.getTime() ?? null };
}

/**
 * Notes a version of an order whose goods are already in the state that it wants, by itself, without a lock before: the usual case, as
 * an order that was just made keeps what is reserved for it.
 * @returns whether there is nothing left to do; false, and nothing was done, when goods are to be moved, or nothing is reserved
 */
export async function reservationSettle(
  db: Queryable,
  storeId: string,
  orderId: string,
  { version, state }: Pick<Reservation, 'version' | 'state'>,
): Promise<boolean> {
  return (await db.rows<{ settled: boolean }>(SETTLE, [storeId, orderId, version, state]))[0]!.settled;
}

/** The goods of an order, each named once. */
export async function reservationLines(db: Queryable, storeId: string, orderId: string): Promise<Line[]> {
  const rows = await db.rows<{ shop_id: string; product_id: string; variant_id: string; quantity: number }>(
    LINES,
    [storeId, orderId],
  );
  return rows.map(({ shop_id, product_id, variant_id, quantity }) => ({
    shopId: shop_id,
    productId: product_id,
    variantId: variant_id,
    quantity,
  }));
}

/** Writes what has become of an order's reservation, which is locked. */
export async function reservationSet(
  db: Queryable,
  storeId: string,
  orderId: string,
  { version, state, expiresAtMs }: Reservation,
): Promise<void> {
  const expiresAt = expiresAtMs === null ? null : new Date(expiresAtMs);
  await db.rows(SET, [storeId, orderId, version, state, expiresAt]);
}

/** Writes the goods of an order, whose reservation is locked, instead of what it had. None is named twice. */
export async function reservationReplaceLines(
  db: Queryable,
  storeId: string,
  orderId: string,
  lines: Line[],
): Promise<void> {
  const quantities = lines.map(({ quantity }) => quantity);
  await db.rows(REPLACE_LINES, [storeId, orderId, ...goodsColumns(lines), quantities]);
}

/** Up to `limit` reservations whose time was over at a moment, the oldest first. */
export async function reservationListExpired(
  db: Queryable,
  atMs: number,
  limit: number,
): Promise<{ storeId: string; orderId: string }[]> {
  const rows = await db.rows<{ store_id: string; order_id: string }>(EXPIRED, [new Date(atMs), limit]);
  return rows.map(({ store_id, order_id }) => ({ storeId: store_id, orderId: order_id }));
}
