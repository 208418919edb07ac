import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { FIRST_ORDER_NUMBER } from '../domain/order.ts';

const TAKE = storeStatement(
  'order_counter-take-next',
  `insert into order_counter as c (store_id, next_number) values ($1, $2 + 1)
   on conflict (store_id) do update set next_number = c.next_number + 1 where c.store_id = $1
   returning next_number - 1 as number`,
);

/**
 * Takes the next order number of a store. Its row is locked until the commit, and a transaction that fails returns the number, so
 * numbers have no gaps.
 */
export async function orderNumberTake(tx: Queryable, storeId: string): Promise<string> {
  const [row] = await tx.rows<{ number: number }>(TAKE, [storeId, FIRST_ORDER_NUMBER]);
  return String(row!.number);
}
