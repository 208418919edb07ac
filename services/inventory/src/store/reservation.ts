import { OrderStock_State, type OrderStock } from '@commerce/proto/commerce/orders/v1/events.ts';
import { enumName } from '@commerce/proto/enum.ts';
import type { Columns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { OrderLine, OrderStockState, Reservation } from '../domain/order-stock.ts';
import type { StockKey, StockLine } from '../domain/stock-key.ts';
import type { Reservation as ReservationRow, ReservationLine } from '../generated/prisma/client.ts';
import { keyColumns } from './stock-item.ts';

const INSERT = storeStatement(
  'reservation-insert',
  `insert into reservation (store_id, order_id, state, expires_at)
   select $1, $2, 'reserved', $3::timestamptz
   where not exists (select from reservation where store_id = $1 and order_id = $2)
   on conflict (store_id, order_id) do nothing returning 1`,
);

/** Adds an order's reservation. @returns false when it exists */
export async function reservationInsert(
  db: Queryable,
  storeId: string,
  orderId: string,
  expiresAtMs: number,
): Promise<boolean> {
  return (await db.rows(INSERT, [storeId, orderId, new Date(expiresAtMs)])).length > 0;
}

const INSERT_MANY = storeStatement(
  'reservation-insert-many-with_lines',
  `with wanted as (
     select * from unnest($2::text[], $3::timestamptz[]) as w (order_id, expires_at)
   ), inserted as (
     insert into reservation (store_id, order_id, state, expires_at)
     select $1, w.order_id, 'reserved', w.expires_at from wanted w
     where not exists (select from reservation r where r.store_id = $1 and r.order_id = w.order_id)
     order by w.order_id collate "C"
     on conflict (store_id, order_id) do nothing returning order_id
   ), lines as (
     insert into reservation_line (store_id, order_id, shop_id, product_id, variant_id, quantity)
     select $1, l.* from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::int[])
       as l (order_id, shop_id, product_id, variant_id, quantity)
     join inserted using (order_id)
   )
   select order_id from inserted`,
);

/** A reservation to be added, with at most one line per stock key. */
export interface NewReservation {
  orderId: string;
  expiresAtMs: number;
  lines: StockLine[];
}

/** Adds the reservations of distinct orders that have none, with their lines. @returns the orders whose reservation was added */
export async function reservationAddMany(
  db: Queryable,
  storeId: string,
  reservations: readonly NewReservation[],
): Promise<Set<string>> {
  const lines = reservations.flatMap(({ lines: ofOrder }) => ofOrder);
  const rows = await db.rows<{ order_id: string }>(INSERT_MANY, [
    storeId,
    reservations.map(({ orderId }) => orderId),
    reservations.map(({ expiresAtMs }) => new Date(expiresAtMs)),
    reservations.flatMap(({ orderId, lines: ofOrder }) => ofOrder.map(() => orderId)),
    ...keyColumns(lines),
    lines.map(({ quantity }) => quantity),
  ]);
  return new Set(rows.map(({ order_id: orderId }) => orderId));
}

const DELETE_MANY = storeStatement(
  'reservation-delete-many',
  `with lines as (delete from reservation_line where store_id = $1 and order_id = any($2))
   delete from reservation where store_id = $1 and order_id = any($2)`,
);

/** Deletes reservations that this transaction added. */
export async function reservationDeleteMany(
  db: Queryable,
  storeId: string,
  orderIds: string[],
): Promise<void> {
  if (orderIds.length > 0) await db.rows(DELETE_MANY, [storeId, orderIds]);
}

const LOCK = storeStatement(
  'reservation-lock-by_order',
  'select version, state, expires_at from reservation where store_id = $1 and order_id = $2 for update',
);

/** Locks an order's reservation. */
export async function reservationLock(
  db: Queryable,
  storeId: string,
  orderId: string,
): Promise<Reservation | undefined> {
  const [row] = await db.rows<Columns<Pick<ReservationRow, 'version' | 'state' | 'expiresAt'>>>(LOCK, [
    storeId,
    orderId,
  ]);
  if (row === undefined) return undefined;
  const { version, state, expires_at: expiresAt } = row;
  return { version, state: state as OrderStockState, expiresAtMs: expiresAt?.getTime() ?? null };
}

const UPDATE = storeStatement(
  'reservation-update',
  `update reservation set version = $3, state = $4, expires_at = $5 where store_id = $1 and order_id = $2`,
);

/** Updates an order's reservation, which is locked. */
export async function reservationUpdate(
  db: Queryable,
  storeId: string,
  orderId: string,
  { version, state, expiresAtMs }: Reservation,
): Promise<void> {
  const expiresAt = expiresAtMs === null ? null : new Date(expiresAtMs);
  await db.rows(UPDATE, [storeId, orderId, version, state, expiresAt]);
}

// When the same version arrives twice at once, both calls see it as newer: the second waits for the row and finds that it is not.
const SETTLE_MANY = storeStatement(
  'reservation-settle-many',
  `with wanted as (
     select * from unnest($2::text[], $3::bigint[], $4::text[]) as w (order_id, version, state)
   ), confirmed as (
     update reservation r set version = w.version, expires_at = null from wanted w
     where r.store_id = $1 and r.order_id = w.order_id and r.state = w.state and r.version < w.version
     returning r.order_id
   )
   select order_id from confirmed
   union all
   select r.order_id from wanted w
   join reservation r on r.store_id = $1 and r.order_id = w.order_id and r.version >= w.version`,
);

/**
 * Records versions of orders whose items are already in the state that they require, in one statement without a lock before it: the
 * usual case, because a new order keeps what is reserved for it.
 * @returns the orders for which nothing is left to do; for the others nothing was done, because stock must move or nothing is reserved
 */
export async function reservationSettleMany(
  db: Queryable,
  storeId: string,
  stocks: readonly OrderStock[],
): Promise<Set<string>> {
  const rows = await db.rows<{ order_id: string }>(SETTLE_MANY, [
    storeId,
    stocks.map(({ orderId }) => orderId),
    stocks.map(({ version }) => version),
    stocks.map(({ state }) => enumName(OrderStock_State, state)),
  ]);
  return new Set(rows.map(({ order_id: orderId }) => orderId));
}

/** A reservation whose time is over. */
export interface ExpiredReservation {
  storeId: string;
  orderId: string;
  expiresAt: Date;
}

// Reads the rows of all stores; each reservation is then released by its own transaction, which checks again.
const LIST_EXPIRED = statement(
  'reservation-list-expired',
  `select store_id as "storeId", order_id as "orderId", expires_at as "expiresAt" from reservation
   where expires_at <= $1 and (expires_at, store_id, order_id) > ($2, $3, $4)
   order by expires_at, store_id, order_id limit $5`,
);

/** Lists up to `limit` reservations that expired by an instant, after one of them, the oldest first. */
export async function reservationListExpired(
  db: Queryable,
  atMs: number,
  after: ExpiredReservation | undefined,
  limit: number,
): Promise<ExpiredReservation[]> {
  const { expiresAt = new Date(0), storeId = '', orderId = '' } = after ?? {};
  return db.rows(LIST_EXPIRED, [new Date(atMs), expiresAt, storeId, orderId, limit]);
}

const LIST_LINES = storeStatement(
  'reservation_line-list-by_order',
  'select shop_id, product_id, variant_id, quantity, written_off from reservation_line where store_id = $1 and order_id = $2',
);

/** Lists the lines of an order, at most one per stock key. */
export async function reservationLineList(
  db: Queryable,
  storeId: string,
  orderId: string,
): Promise<OrderLine[]> {
  const rows = await db.rows<Columns<Omit<ReservationLine, 'storeId' | 'orderId'>>>(LIST_LINES, [
    storeId,
    orderId,
  ]);
  return rows.map(({ shop_id, product_id, variant_id, quantity, written_off }) => ({
    shopId: shop_id,
    productId: product_id,
    variantId: variant_id,
    quantity,
    writtenOff: written_off,
  }));
}

const REPLACE_LINES = storeStatement(
  'reservation_line-replace',
  `with wanted as (
     select * from unnest($3::text[], $4::text[], $5::text[], $6::int[], $7::int[])
       as w (shop_id, product_id, variant_id, quantity, written_off)
   ), gone as (
     delete from reservation_line l where l.store_id = $1 and l.order_id = $2 and not exists (
       select from wanted w where w.shop_id = l.shop_id and w.product_id = l.product_id and w.variant_id = l.variant_id)
   )
   insert into reservation_line as l (store_id, order_id, shop_id, product_id, variant_id, quantity, written_off)
   select $1, $2, shop_id, product_id, variant_id, quantity, written_off from wanted
   on conflict (store_id, order_id, shop_id, product_id, variant_id)
     do update set quantity = excluded.quantity, written_off = excluded.written_off`,
);

/** Replaces the lines of an order, whose reservation is locked; at most one per stock key. */
export async function reservationLineReplace(
  db: Queryable,
  storeId: string,
  orderId: string,
  lines: OrderLine[],
): Promise<void> {
  const quantities = lines.map(({ quantity }) => quantity);
  const writtenOff = lines.map((line) => line.writtenOff);
  await db.rows(REPLACE_LINES, [storeId, orderId, ...keyColumns(lines), quantities, writtenOff]);
}

// Starts from the few orders that have anything reserved, and looks up each line by its key.
const LIST_BY_KEY = storeStatement(
  'reservation-list-by_stock_key',
  `select r.order_id as "orderId", l.quantity, r.expires_at as "expiresAt"
   from reservation r cross join lateral (
     select quantity from reservation_line l
     where l.store_id = $1 and l.order_id = r.order_id and l.shop_id = $2 and l.product_id = $3 and l.variant_id = $4 and l.quantity > 0 offset 0
   ) l
   where r.store_id = $1 and r.state = 'reserved' and r.order_id > $5 order by r.order_id limit $6`,
);

/** Units of a stock key that an order has reserved. */
export interface KeyReservation {
  orderId: string;
  quantity: number;
  /** When it expires; null once the order is confirmed. */
  expiresAt: Date | null;
}

/** Lists the reservations of a stock key by orders after an id. */
export async function reservationListByKey(
  db: Queryable,
  storeId: string,
  { shopId, productId, variantId }: StockKey,
  afterOrderId: string,
  limit: number,
): Promise<KeyReservation[]> {
  return db.rows(LIST_BY_KEY, [storeId, shopId, productId, variantId, afterOrderId, limit]);
}

const FIND_BY_VARIANTS = storeStatement(
  'stock_item-find-reserved_variants',
  `select 1 from shop h join stock_item s on s.store_id = h.store_id and s.shop_id = h.id and s.product_id = $2
   where h.store_id = $1 and s.variant_id = any($3) and s.reserved > 0 limit 1`,
);

/** Finds out whether orders have units of any of these variants of a product reserved, in any shop. */
export async function reservationExistsOfVariants(
  db: Queryable,
  storeId: string,
  productId: string,
  variantIds: string[],
): Promise<boolean> {
  return (await db.rows(FIND_BY_VARIANTS, [storeId, productId, variantIds])).length > 0;
}
