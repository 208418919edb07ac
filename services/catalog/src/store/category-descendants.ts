import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const LIST = storeStatement(
  'category-list-descendants',
  `with recursive below as (
     select c.store_id, c.id from category c where c.store_id = $1 and c.id = $2
     union all
     select c.store_id, c.id from category c join below b on c.store_id = b.store_id and c.parent_id = b.id)
   select id from below`,
);

/** A category and all below it; none when the store has no such category. */
export async function categoryListDescendants(db: Queryable, storeId: string, id: string): Promise<string[]> {
  return (await db.rows<{ id: string }>(LIST, [storeId, id])).map((row) => row.id);
}
