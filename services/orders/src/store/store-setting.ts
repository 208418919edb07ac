import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { DEFAULT_ORDER_EXPIRY_MS } from '../domain/expiry.ts';

const FIND = storeStatement(
  'store_setting-find',
  'select order_expiry_ms as "expiryMs" from store_setting where store_id = $1',
);

/** Finds the time for which an unpaid online order of a store waits for its payment, in ms. */
export async function orderExpiryFind(db: Queryable, storeId: string): Promise<number> {
  const [row] = await db.rows<{ expiryMs: number }>(FIND, [storeId]);
  return row?.expiryMs ?? DEFAULT_ORDER_EXPIRY_MS;
}

const SAVE = storeStatement(
  'store_setting-upsert',
  `insert into store_setting as s (store_id, order_expiry_ms) values ($1, $2)
   on conflict (store_id) do update set order_expiry_ms = excluded.order_expiry_ms where s.store_id = $1`,
);

/** Sets that time; existing orders keep theirs. */
export async function orderExpirySave(db: Queryable, storeId: string, expiryMs: number): Promise<void> {
  await db.rows(SAVE, [storeId, expiryMs]);
}
