import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

/** Figures of a buyer's orders. */
export interface BuyerFigures {
  orders: number;
  totalCentavos: number;
  balanceCentavos: number;
  unpaidOrders: number;
  last: { id: string; orderNumber: string; createdAt: Date } | undefined;
}

/** Maximum number of orders that are read. */
export const MAX_ORDERS = 10_000;

/**
 * The newest orders of a buyer by their index, without those with a bad end, summed up; what is owed, less what was collected. An order of
 * which all or a part is on the account owes its balance unless it is paid, as its page shows it: also once the payment was refunded.
 */
export const BUYER_FIGURES = storeStatement(
  'buyer-figures',
  `with bought as materialized (
     select id, order_number, created_at, total_centavos,
       is_on_account and payment_status <> 'paid' as is_owed
     from "order" where store_id = $1 and customer_id = $2 and is_sale(status)
     order by created_at desc, id desc limit ${MAX_ORDERS}
   ), collected as (
     select sum(case kind when 'payment' then amount_centavos else -amount_centavos end) as amount
     from bought join order_payment p on p.store_id = $1 and p.order_id = bought.id where is_owed)
   select count(*)::int as orders, coalesce(sum(total_centavos), 0)::bigint as total,
     (coalesce(sum(total_centavos) filter (where is_owed), 0)
       - coalesce((select amount from collected), 0))::bigint as balance,
     (count(*) filter (where is_owed))::int as unpaid,
     (array_agg(id order by created_at desc, id desc))[1] as last_id,
     (array_agg(order_number order by created_at desc, id desc))[1] as last_number,
     max(created_at) as last_at
   from bought`,
);

interface Row {
  orders: number;
  total: string;
  balance: string;
  unpaid: number;
  last_id: string | null;
  last_number: string | null;
  last_at: Date | null;
}

export async function buyerFigures(
  db: Queryable,
  storeId: string,
  customerId: string,
): Promise<BuyerFigures> {
  const [row] = (await db.rows<Row>(BUYER_FIGURES, [storeId, customerId])) as [Row];
  return {
    orders: row.orders,
    totalCentavos: Number(row.total),
    balanceCentavos: Number(row.balance),
    unpaidOrders: row.unpaid,
    last:
      row.last_id === null
        ? undefined
        : { id: row.last_id, orderNumber: row.last_number!, createdAt: row.last_at! },
  };
}
