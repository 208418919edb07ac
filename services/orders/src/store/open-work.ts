import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

/** Number up to which orders are counted. */
const MAX_COUNT = 1_000;

/** Counts the orders of each status, up to a limit; $3 is a shop, or null for all. */
export const IN_STATUSES = storeStatement(
  'order-count-by-status',
  `select wanted.status, found.orders::int from unnest($2::text[]) as wanted (status)
   cross join lateral (
     select count(*) as orders from (
       select 1 from "order" o where o.store_id = $1 and o.status = wanted.status and ($3::text is null or o.shop_id = $3) limit $4
     ) counted
   ) found`,
);

/** Counts the orders with a payment to collect, up to a limit; $2 is a shop, or null for all. */
export const UNPAID = storeStatement(
  'order-count-unpaid',
  `select count(*)::int as orders from (
     select 1 from "order" where store_id = $1 and payment_status = 'pending' and is_sale(status) and ($2::text is null or shop_id = $2) limit $3
   ) counted`,
);

/** Counts the orders in each status, of a shop or of all. */
export const orderCountByStatus = (
  db: Queryable,
  storeId: string,
  statuses: string[],
  shopId: string | undefined,
): Promise<{ status: string; orders: number }[]> =>
  db.rows(IN_STATUSES, [storeId, statuses, shopId ?? null, MAX_COUNT]);

/** Counts the orders with a payment to collect, of a shop or of all. */
export async function orderCountUnpaid(
  db: Queryable,
  storeId: string,
  shopId: string | undefined,
): Promise<number> {
  const [row] = await db.rows<{ orders: number }>(UNPAID, [storeId, shopId ?? null, MAX_COUNT]);
  return row!.orders;
}
