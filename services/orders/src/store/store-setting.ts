import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { DEFAULT_ORDER_EXPIRY_MS } from '../domain/expiry.ts';
import type { Prisma } from './prisma.ts';

const FIND = storeStatement(
  'store_setting-find',
  'select order_expiry_ms as "expiryMs" from store_setting where store_id = $1',
);

/** Finds the time for which an unpaid online order of a store waits for its payment, in ms. */
export async function orderExpiryFind(db: Queryable, storeId: string): Promise<number> {
  const [row] = await db.rows<{ expiryMs: number }>(FIND, [storeId]);
  return row?.expiryMs ?? DEFAULT_ORDER_EXPIRY_MS;
}

/** Sets that time; existing orders keep theirs. */
export async function orderExpirySave(prisma: Prisma, storeId: string, orderExpiryMs: number): Promise<void> {
  await prisma.forStore(storeId).storeSetting.upsert({
    where: { storeId },
    create: { storeId, orderExpiryMs },
    update: { orderExpiryMs },
  });
}
