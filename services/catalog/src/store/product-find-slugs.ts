import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

// A subquery for each slug, not a join: that might be planned as one reading of all products.
const FIND = storeStatement(
  'product-find-by_slugs',
  `select (select p.id from product p where p.store_id = $1 and p.slug = c.slug) as id
   from unnest($2::text[]) with ordinality as c (slug, place) order by place`,
);

/** The ids of products by their slugs, in the order of the slugs, drafts too; undefined where none has the slug. */
export async function productIdsBySlugs(
  db: Queryable,
  storeId: string,
  slugs: string[],
): Promise<(string | undefined)[]> {
  const rows = await db.rows<{ id: string | null }>(FIND, [storeId, slugs]);
  return rows.map(({ id }) => id ?? undefined);
}
