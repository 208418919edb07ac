import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement, type Statement } from '@commerce/service-kit/db/statement.ts';
import { FORGOTTEN_NAME } from '../domain/forget-buyer.ts';
import { END_STATUSES } from '../domain/status-flow.ts';

const INSERT = storeStatement(
  'forgotten_buyer-insert',
  `insert into forgotten_buyer as f select * from json_populate_record(null::forgotten_buyer, $2) r where r.store_id = $1
   on conflict (store_id, customer_id) do update set told_at = excluded.told_at
   where f.store_id = $1 and excluded.told_at > f.told_at`,
);

// An order that was being made when its buyer was erased has the name yet; a later one is of who has come back.
const BEING_MADE = `interval '10 minutes'`;

/** Across stores. `offset 0` keeps the planner to its only good way: each buyer, and their orders by `order_of_customer`. */
export const LIST_ORDERS: Statement = {
  name: 'forgotten_buyer-list-orders',
  text: `select f.store_id as "storeId", o.id from forgotten_buyer f, lateral (
     select o.id from "order" o
     where o.store_id = f.store_id and o.customer_id = f.customer_id
       and o.created_at <= f.told_at + ${BEING_MADE} and o.customer_name <> $1 and o.status = any($2) offset 0) o
   where (f.store_id, o.id) > ($3, $4)
   order by f.store_id, o.id limit $5`,
};

const DELETE_DONE: Statement = {
  name: 'forgotten_buyer-delete-done',
  text: `delete from forgotten_buyer f where told_at < $2 and not exists (
     select from "order" o
     where o.store_id = f.store_id and o.customer_id = f.customer_id
       and o.created_at <= f.told_at + ${BEING_MADE} and o.customer_name <> $1)`,
};

/** An order whose buyer is to be forgotten. */
export interface OrderToForget {
  storeId: string;
  id: string;
}

/** Notes that a buyer is to be forgotten; of several erasures the latest counts, whatever the order of their events. */
export async function forgottenBuyerInsert(
  tx: Queryable,
  storeId: string,
  customerId: string,
  toldAt: Date,
): Promise<void> {
  const row = { store_id: storeId, customer_id: customerId, told_at: toldAt };
  await tx.rows(INSERT, [storeId, JSON.stringify(row)]);
}

/** Orders of all stores that have come to their end and still tell of a buyer who is to be forgotten, after one of them. */
export function forgottenBuyerListOrders(
  db: Queryable,
  after: OrderToForget | undefined,
  limit: number,
): Promise<OrderToForget[]> {
  const { storeId = '', id = '' } = after ?? {};
  return db.rows(LIST_ORDERS, [FORGOTTEN_NAME, END_STATUSES, storeId, id, limit]);
}

/** Removes the notes of buyers that were to be forgotten before a time and of whom no order tells any more. */
export async function forgottenBuyerDeleteDone(db: Queryable, toldBefore: Date): Promise<void> {
  await db.rows(DELETE_DONE, [FORGOTTEN_NAME, toldBefore]);
}
