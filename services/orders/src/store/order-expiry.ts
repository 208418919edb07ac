import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** An order whose time to be paid is over. */
export interface DueOrder {
  storeId: string;
  id: string;
  expiresAt: Date;
}

/** Across stores, by the index of the orders that may expire. */
export const LIST_DUE: Statement = {
  name: 'order-list-due',
  text: `select store_id as "storeId", id, expires_at as "expiresAt" from "order"
   where expires_at <= $1 and (expires_at, store_id, id) > ($2, $3, $4)
   order by expires_at, store_id, id limit $5`,
};

/** Orders of all stores that are to expire at the latest now, those that waited longest first, after one of them. */
export function orderListDue(
  db: Queryable,
  now: Date,
  after: DueOrder | undefined,
  limit: number,
): Promise<DueOrder[]> {
  const { expiresAt = new Date(0), storeId = '', id = '' } = after ?? {};
  return db.rows(LIST_DUE, [now, expiresAt, storeId, id, limit]);
}
