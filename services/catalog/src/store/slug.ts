import { randomInt } from 'node:crypto';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import { storeStatement, type StoreStatement } from '@commerce/service-kit/db/statement.ts';
import { slugCandidates } from '../domain/slug.ts';

// One subquery per candidate instead of an anti-join, which might be planned as a scan of all products.
const FIND_FREE = {
  product: storeStatement(
    'product-find-free_slug',
    `select slug from unnest($2::text[]) with ordinality as c (slug, position)
     where (select id from product p where p.store_id = $1 and p.slug = c.slug) is null order by position limit 1`,
  ),
  category: storeStatement(
    'category-find-free_slug',
    `select slug from unnest($2::text[]) with ordinality as c (slug, position)
     where (select id from category p where p.store_id = $1 and p.slug = c.slug) is null order by position limit 1`,
  ),
  brand: storeStatement(
    'brand-find-free_slug',
    `select slug from unnest($2::text[]) with ordinality as c (slug, position)
     where (select id from brand p where p.store_id = $1 and p.slug = c.slug) is null order by position limit 1`,
  ),
} satisfies Record<string, StoreStatement>;

/** An insert of an entity under a slug that no other entity of its kind has in the store. */
export interface SluggedInsert {
  entity: keyof typeof FIND_FREE;
  /** Slug to use if it is free; otherwise one derived from it. */
  base: string;
  stamp: Stamp;
  /** Inserts the entity with a slug and the stamp, in ms. Resolves to false when the slug is taken. */
  insert: (slug: string, stampMs: number) => Promise<boolean>;
}

/**
 * Inserts an entity under a free slug. The slug is looked up before the store's clock is locked. If another
 * transaction takes the slug in between, it has committed by the time the insert fails, so the second lookup is
 * right.
 */
export async function insertWithFreeSlug(
  tx: Queryable,
  storeId: string,
  { entity, base, stamp, insert }: SluggedInsert,
): Promise<void> {
  const find = async () => {
    const candidates = slugCandidates(base, randomInt);
    const [row] = await tx.rows<{ slug: string }>(FIND_FREE[entity], [storeId, candidates]);
    if (row === undefined) throw new Error(`no free slug like ${base}`);
    return row.slug;
  };
  const first = await find();
  const stampMs = (await stamp(tx, storeId)).getTime();
  if (await insert(first, stampMs)) return;
  if (!(await insert(await find(), stampMs)))
    throw new Error(`the slug ${base} was taken while the store's clock was locked`);
}
