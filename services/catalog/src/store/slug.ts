import { randomInt } from 'node:crypto';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement, type StoreStatement } from '@commerce/service-kit/db/statement.ts';
import { slugCandidates } from '../domain/slug.ts';

// A subquery for each candidate, not an anti-join: that might be planned as one reading of all products.
const FREE_OF = {
  product: storeStatement(
    'product-find-free_slug',
    `select slug from unnest($2::text[]) with ordinality as c (slug, place)
     where (select id from product p where p.store_id = $1 and p.slug = c.slug) is null order by place limit 1`,
  ),
  category: storeStatement(
    'category-find-free_slug',
    `select slug from unnest($2::text[]) with ordinality as c (slug, place)
     where (select id from category p where p.store_id = $1 and p.slug = c.slug) is null order by place limit 1`,
  ),
  brand: storeStatement(
    'brand-find-free_slug',
    `select slug from unnest($2::text[]) with ordinality as c (slug, place)
     where (select id from brand p where p.store_id = $1 and p.slug = c.slug) is null order by place limit 1`,
  ),
} satisfies Record<string, StoreStatement>;

/**
 * Inserts something under a slug of its own. The look-up is made before the store's clock is taken; whoever took the slug
 * meanwhile has committed by then, so that the next look-up is right.
 * @param insert inserts under the slug; false when it is taken
 */
export async function insertWithFreeSlug(
  tx: Queryable,
  storeId: string,
  entity: keyof typeof FREE_OF,
  base: string,
  stamp: () => Promise<void>,
  insert: (slug: string) => Promise<boolean>,
): Promise<void> {
  const find = async () => {
    const candidates = slugCandidates(base, randomInt);
    const [row] = await tx.rows<{ slug: string }>(FREE_OF[entity], [storeId, candidates]);
    if (row === undefined) throw new Error(`no free slug like ${base}`);
    return row.slug;
  };
  const first = await find();
  await stamp();
  if (await insert(first)) return;
  if (!(await insert(await find()))) throw new Error(`the slug ${base} was taken under the store's clock`);
}
