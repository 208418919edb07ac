import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Span } from '../domain/sales-days.ts';
import type { SalesOfDay, SalesOfShop } from '../domain/sales-figures.ts';

/** Figures of a span of days by day, source and status; $4 is a shop, or null for all. */
export const OF_DAYS = storeStatement(
  'sales_of_day-list',
  `select day::text, source, status, sum(orders)::bigint as orders, sum(amount_centavos)::bigint as amount,
     sum(discount_centavos)::bigint as discount, sum(goods_centavos)::bigint as "lineTotals", sum(cogs_centavos)::bigint as cogs,
     sum(uncosted_centavos)::bigint as uncosted
   from sales_of_day where store_id = $1 and day between $2::date and $3::date and ($4::text is null or shop_id = $4)
   group by day, source, status having sum(orders) > 0 order by day, source, status`,
);

/** Figures of a span of days by shop and status; $4 is a shop, or null for all. */
export const OF_SHOPS = storeStatement(
  'sales_of_day-list-by-shop',
  `select shop_id as "shopId", status, sum(orders)::bigint as orders, sum(amount_centavos)::bigint as amount
   from sales_of_day where store_id = $1 and day between $2::date and $3::date and ($4::text is null or shop_id = $4)
   group by shop_id, status having sum(orders) > 0 order by shop_id, status`,
);

/** Lists the figures of a span of days by day, source and status, of a shop or of all. */
export const salesOfDayList = (
  db: Queryable,
  storeId: string,
  { first, last }: Span,
  shopId: string | undefined,
): Promise<SalesOfDay[]> => db.rows(OF_DAYS, [storeId, first, last, shopId ?? null]);

/** Lists the figures of a span of days by shop and status, of a shop or of all. */
export const salesOfShopList = (
  db: Queryable,
  storeId: string,
  { first, last }: Span,
  shopId: string | undefined,
): Promise<SalesOfShop[]> => db.rows(OF_SHOPS, [storeId, first, last, shopId ?? null]);

/** The orders of all stores on a day. */
export interface OrdersOfDay {
  day: string;
  orders: number;
  stores: number;
}

/** Orders of all stores by day. */
export const ORDERS_BY_DAY = statement(
  'sales_of_day-list-of-all',
  `select day::text, sum(orders)::int as orders, count(distinct store_id)::int as stores
   from sales_of_day where day between $1::date and $2::date and orders > 0 group by day order by day`,
);

/** Counts the orders of all stores of a span of days, by the day of their creation. */
export const ordersByDay = (db: Queryable, { first, last }: Span): Promise<OrdersOfDay[]> =>
  db.rows(ORDERS_BY_DAY, [first, last]);
