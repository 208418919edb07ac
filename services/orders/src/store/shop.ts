import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Prisma } from './prisma.ts';

const EXISTS = storeStatement('shop-exists', 'select 1 from shop where store_id = $1 and id = $2');

/** Returns whether the copy of the store's shops has a shop. */
export async function shopExists(db: Queryable, storeId: string, id: string): Promise<boolean> {
  return (await db.rows(EXISTS, [storeId, id])).length > 0;
}

/** Adds shops to the copy; existing ones stay. */
export async function shopInsertMany(prisma: Prisma, storeId: string, ids: string[]): Promise<void> {
  const data = ids.map((id) => ({ storeId, id }));
  await prisma.forStore(storeId).shop.createMany({ data, skipDuplicates: true });
}
