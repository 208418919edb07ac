import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { MonthsAndDays } from '../domain/sales-days.ts';

/** What was sold of a product, and its place among those of most units and of highest amounts, from 1. */
export interface TopProduct {
  productId: string;
  units: number;
  amountCentavos: number;
  unitsPlace: number;
  amountPlace: number;
}

/** By the key: each part is one range of it. */
export const TOP = storeStatement(
  'sales_of_product-list-top',
  `with sold as (
     select product_id, sum(units)::bigint as units, sum(amount_centavos)::bigint as amount
     from unnest($2::text[], $3::date[], $4::date[]) as part (span, first, last)
     cross join lateral (
       select product_id, units, amount_centavos from sales_of_product s
       where s.store_id = $1 and s.span = part.span and s.begins between part.first and part.last offset 0
     ) s group by product_id having sum(units) > 0
   ), placed as (
     select *, row_number() over (order by units desc, amount desc, product_id) as units_place,
       row_number() over (order by amount desc, units desc, product_id) as amount_place
     from sold
   )
   select product_id as "productId", units, amount as "amountCentavos", units_place as "unitsPlace", amount_place as "amountPlace"
   from placed where units_place <= $5 or amount_place <= $5`,
);

/** The parts of a span, as the statement takes them: kind, first and last of each. */
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

/** The products of which most was sold, up to `limit` by units and as many by amount. */
export function salesOfProductTop(
  db: Queryable,
  storeId: string,
  span: MonthsAndDays,
  limit: number,
): Promise<TopProduct[]> {
  return db.rows(TOP, [storeId, ...partsOf(span), limit]);
}
