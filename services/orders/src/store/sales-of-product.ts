import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { MonthsAndDays } from '../domain/sales-days.ts';

/** Sales of a product, and its ranks by units and by amount, from 1. */
export interface TopProduct {
  productId: string;
  units: number;
  amountCentavos: number;
  unitsRank: number;
  amountRank: number;
}

/** Each part of the span is one range of the primary key; $6 is a shop, or null for all. */
export const TOP = storeStatement(
  'sales_of_product-list-top',
  `with sold as (
     select product_id, sum(units)::bigint as units, sum(amount_centavos)::bigint as amount
     from unnest($2::text[], $3::date[], $4::date[]) as part (span, first, last)
     cross join lateral (
       select product_id, units, amount_centavos from sales_of_product s
       where s.store_id = $1 and s.span = part.span and s.begins between part.first and part.last
         and ($6::text is null or s.shop_id = $6) offset 0
     ) s group by product_id having sum(units) > 0
   ), ranked as (
     select *, row_number() over (order by units desc, amount desc, product_id) as units_rank,
       row_number() over (order by amount desc, units desc, product_id) as amount_rank
     from sold
   )
   select product_id as "productId", units, amount as "amountCentavos", units_rank as "unitsRank", amount_rank as "amountRank"
   from ranked where units_rank <= $5 or amount_rank <= $5`,
);

/** The parts of a span as parameters of the statement. */
export function partsOf({
  months,
  days,
}: MonthsAndDays): [spans: string[], firsts: string[], lasts: string[]] {
  const parts = [
    ...(months === undefined ? [] : [{ span: 'month', ...months }]),
    ...days.map((part) => ({ span: 'day', ...part })),
  ];
  return [parts.map(({ span }) => span), parts.map(({ first }) => first), parts.map(({ last }) => last)];
}

/** Lists the best-selling products, of a shop or of all: up to `limit` by units, and as many by amount. */
export function salesOfProductTop(
  db: Queryable,
  storeId: string,
  span: MonthsAndDays,
  limit: number,
  shopId: string | undefined,
): Promise<TopProduct[]> {
  return db.rows(TOP, [storeId, ...partsOf(span), limit, shopId ?? null]);
}
