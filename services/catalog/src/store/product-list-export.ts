import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const LIST_IDS = storeStatement(
  'product-list-ids',
  'select id from product where store_id = $1 and id > $2 order by id limit $3',
);

/** Ids of a store's products after an id, drafts too, in the order of ids. */
export async function productListIds(
  db: Queryable,
  storeId: string,
  afterId: string,
  limit: number,
): Promise<string[]> {
  return (await db.rows<{ id: string }>(LIST_IDS, [storeId, afterId, limit])).map(({ id }) => id);
}
