import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const SET = storeStatement(
  'order_counter-set-by_store',
  `insert into order_counter as c (store_id, next_number) values ($1, $2)
   on conflict (store_id) do update set next_number = excluded.next_number where c.store_id = $1`,
);

/** Sets the number that the next order of a store gets; a store without it begins at FIRST_ORDER_NUMBER. */
export async function orderCounterSet(db: Queryable, storeId: string, nextNumber: number): Promise<void> {
  await db.rows(SET, [storeId, nextNumber]);
}
