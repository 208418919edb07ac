import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { DEFAULT_ORDER_EXPIRY_MS } from '../domain/expiry.ts';
import type { Prisma } from './prisma.ts';

/** How long an unpaid online order of a store waits for its payment, in ms. */
export async function orderExpiryMs(prisma: Prisma, storeId: string): Promise<number> {
  const row = await prisma.storeSetting.findUnique({ where: { storeId } });
  return row === null ? DEFAULT_ORDER_EXPIRY_MS : Number(row.orderExpiryMs);
}

const PUT = storeStatement(
  'store_setting-put',
  `insert into store_setting as s (store_id, order_expiry_ms) values ($1, $2)
   on conflict (store_id) do update set order_expiry_ms = excluded.order_expiry_ms where s.store_id = $1`,
);

/** Sets how long an unpaid online order of a store waits, in ms; orders that are there keep their time. */
export async function storeSettingPut(db: Queryable, storeId: string, expiryMs: number): Promise<void> {
  await db.rows(PUT, [storeId, expiryMs]);
}
