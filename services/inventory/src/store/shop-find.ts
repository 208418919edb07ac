import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const FIND = storeStatement('shop-find-many', `select id from shop where store_id = $1 and id = any($2)`);

/** Those of some shops that are the store's. */
export async function shopFindMany(db: Queryable, storeId: string, shopIds: string[]): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(FIND, [storeId, shopIds]);
  return new Set(rows.map(({ id }) => id));
}
