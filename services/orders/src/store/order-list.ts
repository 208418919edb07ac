import type { OrderReference } from '@commerce/proto/commerce/common/v1/resource.ts';
import { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Database, Queryable } from '@commerce/service-kit/db/database.ts';
import {
  batchColumns,
  type BatchGet,
  type EncodedRow,
  type Encoding,
  type IndexedRow,
} from '@commerce/service-kit/db/encoded-rows.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import { storedEncoding } from '@commerce/service-kit/db/stored-encoding.ts';
import { versionStatement } from '@commerce/service-kit/db/version-pages.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { isOrderNumber } from '../domain/order.ts';
import { END_STATUSES } from '../domain/status-flow.ts';
import { ORDER_ENCODING } from './order-row.ts';
import { orderLock } from './order.ts';
import type { Prisma } from './prisma.ts';

const STORE_MESSAGE = storeStatement(
  'order-update-message',
  'update "order" set message = $3, encoding = $4 where store_id = $1 and id = $2',
);

/** The encoding of orders, as lists and batches send them. */
export const orderEncoding = (db: Database): Encoding =>
  storedEncoding(db, {
    current: ORDER_ENCODING,
    read: (message) => Order.decode(message),
    store: STORE_MESSAGE,
    encodeLocked: async (tx, storeId, id) => {
      const record = await orderLock(tx, storeId, id);
      return record && Order.encode(record.order).finish();
    },
  });

// One statement for each combination of status and shop, so that each uses the index made for it (migrations/0001).

/** Orders of a store. */
export const LIST_BY_UPDATE = storeStatement(
  'order-list-by_update',
  `select message, encoding from "order"
   where store_id = $1 and (updated_at, id) > ($2, $3) and created_at >= $5
   order by updated_at, id limit $4`,
);
/** Versions of the orders of a store. */
export const LIST_VERSIONS = versionStatement('order-list-versions', '"order" where store_id = $1');
/** Orders of a store in a status. */
export const LIST_BY_STATUS = storeStatement(
  'order-list-by_status',
  `select message, encoding from "order"
   where store_id = $1 and status = $6 and (updated_at, id) > ($2, $3) and created_at >= $5
   order by updated_at, id limit $4`,
);
/** Orders of a shop. */
export const LIST_BY_SHOP = storeStatement(
  'order-list-by_shop',
  `select message, encoding from "order"
   where store_id = $1 and shop_id = $6 and (updated_at, id) > ($2, $3) and created_at >= $5
   order by updated_at, id limit $4`,
);
/** Orders of a shop in a status. */
export const LIST_BY_SHOP_AND_STATUS = storeStatement(
  'order-list-by_shop_and_status',
  `select message, encoding from "order"
   where store_id = $1 and shop_id = $6 and status = $7 and (updated_at, id) > ($2, $3) and created_at >= $5
   order by updated_at, id limit $4`,
);
/** Orders of a customer, who has few: a status and a shop are checked order by order. */
export const LIST_BY_CUSTOMER = storeStatement(
  'order-list-by_customer',
  `select message, encoding from "order"
   where store_id = $1 and customer_id = $8 and (updated_at, id) > ($2, $3) and created_at >= $5
     and ($6::text is null or shop_id = $6) and ($7::text is null or status = $7)
   order by updated_at, id limit $4`,
);
/** Orders of a list of ids: all of them first, because PostgreSQL might scan the list in its order for them. */
export const LIST_BY_IDS = storeStatement(
  'order-list-by_ids',
  `with found as materialized (
     select id, updated_at, message, encoding from "order"
     where store_id = $1 and id = any($9) and created_at >= $5
       and ($6::text is null or shop_id = $6) and ($7::text is null or status = $7)
       and ($8::text is null or customer_id = $8))
   select message, encoding from found where (updated_at, id) > ($2, $3) order by updated_at, id limit $4`,
);

/** Filters of a list. */
interface OrderListFilter {
  /** Empty for no filter. */
  ids: readonly string[];
  customerId?: string | undefined;
  status?: string | undefined;
  shopId?: string | undefined;
  createdSinceMs?: number | undefined;
}

/** Lists orders of a store after a position, in the order (updated_at, id). */
export function orderList(
  db: Database,
  storeId: string,
  after: [Date, string],
  limit: number,
  { ids, customerId, status, shopId, createdSinceMs }: OrderListFilter,
): Promise<EncodedRow[]> {
  const values = [storeId, ...after, limit, new Date(createdSinceMs ?? 0)];
  const matches = [shopId ?? null, status ?? null, customerId ?? null];
  if (ids.length > 0) return db.arrays(LIST_BY_IDS, [...values, ...matches, ids]);
  if (customerId !== undefined) return db.arrays(LIST_BY_CUSTOMER, [...values, ...matches]);
  if (shopId !== undefined && status !== undefined) {
    return db.arrays(LIST_BY_SHOP_AND_STATUS, [...values, shopId, status]);
  }
  if (shopId !== undefined) return db.arrays(LIST_BY_SHOP, [...values, shopId]);
  if (status !== undefined) return db.arrays(LIST_BY_STATUS, [...values, status]);
  return db.arrays(LIST_BY_UPDATE, values);
}

/** Each half joins by a unique index; a key is in the half of its form only, so no index of the batch is filled twice. */
export const BATCH_BY_KEY = statement(
  'order-batch-by_key',
  `select case when o.updated_at = k.known_at then null else o.message end, o.encoding, k.index
   from unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[]) as k (store_id, id, known_at, index)
   join "order" o on o.store_id = k.store_id and o.id = k.id
   union all
   select o.message, o.encoding, k.index
   from unnest($5::text[], $6::text[], $7::int[]) as k (store_id, order_number, index)
   join "order" o on o.store_id = k.store_id and o.order_number = k.order_number`,
);

/** Lists orders by (store, id or order number); each key is bound to its own store. */
export async function orderBatchByKey(
  db: Database,
  encoding: Encoding,
  { keys, knownEncoding }: BatchGet,
): Promise<IndexedRow[]> {
  const indexed = keys.map((key, n) => ({ ...key, index: n + 1 }));
  const byId = indexed.filter(({ id }) => isId('ord', id));
  const byNumber = indexed.filter(({ id }) => isOrderNumber(id));
  if (byId.length === 0 && byNumber.length === 0) return [];
  const [storeIds, ids] = batchColumns({ keys: byNumber }, encoding);
  return db.arrays(BATCH_BY_KEY, [
    ...batchColumns({ keys: byId, knownEncoding }, encoding),
    byId.map(({ index }) => index),
    storeIds,
    ids,
    byNumber.map(({ index }) => index),
  ]);
}

/** Lists the ids of the newest orders of a buyer. */
export async function orderListByBuyer(
  prisma: Prisma,
  storeId: string,
  customerId: string,
  limit: number,
): Promise<string[]> {
  const rows = await prisma.forStore(storeId).order.findMany({
    select: { id: true },
    where: { customerId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
  return rows.map(({ id }) => id);
}

/** Lists the open orders of a buyer. */
export const orderListOpenByBuyer = (
  prisma: Prisma,
  storeId: string,
  customerId: string,
): Promise<OrderReference[]> =>
  prisma.forStore(storeId).order.findMany({
    select: { id: true, orderNumber: true },
    where: { customerId, status: { notIn: [...END_STATUSES] } },
    orderBy: { id: 'asc' },
  });

/** Lists the orders that keep delivery data of an erased buyer until they end. */
export const orderListByErasedBuyer = (
  prisma: Prisma,
  storeId: string,
  erasedBuyerId: string,
): Promise<OrderReference[]> =>
  prisma.forStore(storeId).order.findMany({
    select: { id: true, orderNumber: true },
    where: { erasedBuyerId },
    orderBy: { id: 'asc' },
  });

/** Looks for one order per status; `order by` makes each look a read of one entry of the status index. */
export const LIST_STATUSES_IN_USE = storeStatement(
  'order-list-statuses_in_use',
  `select status from unnest($2::text[]) as s (status)
   where (select o.id from "order" o where o.store_id = $1 and o.status = s.status order by o.updated_at, o.id limit 1) is not null`,
);

/** Lists those of the statuses that orders of the store are in. */
export async function orderListStatusesInUse(
  db: Queryable,
  storeId: string,
  statuses: string[],
): Promise<string[]> {
  const rows = await db.rows<{ status: string }>(LIST_STATUSES_IN_USE, [storeId, statuses]);
  return rows.map(({ status }) => status);
}

/** An order whose time to be paid is over. */
export interface DueOrder {
  storeId: string;
  id: string;
  expiresAt: Date;
}

/** Across stores, by the index of the orders that can expire. */
export const LIST_DUE = statement(
  'order-list-due',
  `select store_id as "storeId", id, expires_at as "expiresAt" from "order"
   where expires_at <= $1 and (expires_at, store_id, id) > ($2, $3, $4)
   order by expires_at, store_id, id limit $5`,
);

/** Lists orders of all stores that are due to expire, after one of them, those due longest first. */
export function orderListDue(
  db: Queryable,
  now: Date,
  after: DueOrder | undefined,
  limit: number,
): Promise<DueOrder[]> {
  const { expiresAt = new Date(0), storeId = '', id = '' } = after ?? {};
  return db.rows(LIST_DUE, [now, expiresAt, storeId, id, limit]);
}
