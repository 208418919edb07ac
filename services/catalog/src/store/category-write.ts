import type { Category } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { CategoryNode } from '../domain/category-tree.ts';

// Referring to a category needs no more than that it stays, which this lock lets pass.
const LOCK_TREE = storeStatement(
  'category-lock-tree',
  `select id, slug, parent_id as "parentId", depth, updated_at as "updatedAt" from category where store_id = $1 order by id for no key update`,
);
const INSERT = storeStatement(
  'category-insert-unless_slug_taken',
  `insert into category (store_id, id, name, slug, parent_id, depth, is_active, image, updated_at)
   select c.* from (values ($1, $2, $3, $4, $5, $6::integer, $7::boolean, $8, $9::timestamptz)) as c (store_id)
   where c.store_id = $1
   on conflict (store_id, slug) do nothing returning id`,
);
const UPDATE = storeStatement(
  'category-update',
  `update category set name = $3, parent_id = $4, is_active = $5, image = $6, updated_at = $7
   where store_id = $1 and id = $2`,
);
const UPDATE_DEPTHS = storeStatement(
  'category-update-depths',
  `update category c set depth = m.depth, updated_at = $4 from unnest($2::text[], $3::integer[]) as m (id, depth)
   where c.store_id = $1 and c.id = m.id and c.depth <> m.depth`,
);
const LOCK = storeStatement(
  'category-lock-by_id',
  'select id from category where store_id = $1 and id = $2 for update',
);
const IN_USE = storeStatement(
  'category-find-use',
  `select exists (select from category where store_id = $1 and parent_id = $2) as "hasChildren",
     exists (select from product_filter f where f.store_id = $1 and f.filter = 'category' and f.value = $2)
     or exists (select from product p where p.store_id = $1 and p.is_draft and p.category_ids @> array[$2]) as "hasProducts"`,
);
const DELETE = storeStatement('category-delete', 'delete from category where store_id = $1 and id = $2');

/** A category of the tree, with the slug that it keeps. */
export interface TreeRow extends CategoryNode {
  slug: string;
  updatedAt: Date;
}

/** The store's tree, which nobody else changes before the end of the transaction. */
export async function categoryLockTree(tx: Queryable, storeId: string): Promise<TreeRow[]> {
  const rows = await tx.rows<TreeRow & { parentId: string | null }>(LOCK_TREE, [storeId]);
  return rows.map((row) => ({ ...row, parentId: row.parentId ?? undefined }));
}

/** Adds a category. @returns false when its slug is taken */
export async function categoryInsert(tx: Queryable, storeId: string, category: Category): Promise<boolean> {
  const { id, name, slug, parentId, depth, isActive, image, updatedAtMs } = category;
  const fields = [name, slug, parentId ?? null, depth, isActive, image ?? null, new Date(updatedAtMs)];
  return (await tx.rows(INSERT, [storeId, id, ...fields])).length > 0;
}

/** Writes a category of a locked tree, and the depths of those that move with it. */
export async function categoryUpdate(
  tx: Queryable,
  storeId: string,
  { id, name, parentId, isActive, image, updatedAtMs }: Category,
  depths: { id: string; depth: number }[],
): Promise<void> {
  const updatedAt = new Date(updatedAtMs);
  await tx.rows(UPDATE, [storeId, id, name, parentId ?? null, isActive, image ?? null, updatedAt]);
  const ids = depths.map((node) => node.id);
  await tx.rows(UPDATE_DEPTHS, [storeId, ids, depths.map(({ depth }) => depth), updatedAt]);
}

/** Deletes a category that nothing uses. @returns why not, where it is not deleted */
export async function categoryDelete(
  tx: Queryable,
  storeId: string,
  id: string,
): Promise<'missing' | 'has_children' | 'has_products' | undefined> {
  // First the lock, then the look: whoever refers to it meanwhile waits, or has committed and is seen.
  if ((await tx.rows(LOCK, [storeId, id])).length === 0) return 'missing';
  const [use] = await tx.rows<{ hasChildren: boolean; hasProducts: boolean }>(IN_USE, [storeId, id]);
  if (use!.hasChildren) return 'has_children';
  if (use!.hasProducts) return 'has_products';
  await tx.rows(DELETE, [storeId, id]);
  return undefined;
}
