import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Span } from '../domain/sales-days.ts';
import type { SalesOfDay } from '../domain/sales-figures.ts';

/** Figures of a span of days. */
export const LIST = storeStatement(
  'sales_of_day-list',
  `select to_char(day, 'YYYY-MM-DD') as day, source, status, orders, amount_centavos as amount from sales_of_day
   where store_id = $1 and day between $2 and $3 and orders > 0 order by sales_of_day.day, source, status`,
);

/** Lists the figures of a span of days by day, source and status. */
export function salesOfDayList(db: Queryable, storeId: string, { first, last }: Span): Promise<SalesOfDay[]> {
  return db.rows(LIST, [storeId, first, last]);
}
