import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { FIRST_ORDER_NUMBER } from '../domain/order.ts';

const TAKE = storeStatement(
  'order_counter-take-next',
  `insert into order_counter as c (store_id, next_number) values ($1, $2::int + $3::int)
   on conflict (store_id) do update set next_number = c.next_number + $3 where c.store_id = $1
   returning next_number - $3 as first`,
);

/**
 * Takes the next order numbers of a store. Its row is locked until the commit, and a transaction that fails returns them, so numbers
 * have no gaps.
 * @returns the first of them
 */
export async function orderNumbersTake(tx: Queryable, storeId: string, count: number): Promise<number> {
  const [row] = await tx.rows<{ first: number }>(TAKE, [storeId, FIRST_ORDER_NUMBER, count]);
  return row!.first;
}
