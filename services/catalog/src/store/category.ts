import type { Category } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { CategoryNode } from '../domain/category-tree.ts';
import type { NamedCategory } from '../domain/import-labels.ts';
import type { Prisma } from './prisma.ts';

/** A category of the tree, with the slug that updates keep. */
export interface TreeCategory extends CategoryNode {
  slug: string;
  updatedAt: Date;
}

/** Categories of a store after an id, in the order of ids. */
export async function categoryListById(
  prisma: Prisma,
  storeId: string,
  afterId: string,
  limit: number,
): Promise<Category[]> {
  const rows = await prisma.forStore(storeId).category.findMany({
    where: { id: { gt: afterId } },
    orderBy: { id: 'asc' },
    take: limit,
  });
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    parentId: row.parentId ?? undefined,
    depth: row.depth,
    isActive: row.isActive,
    image: row.image ?? undefined,
    updatedAtMs: row.updatedAt.getTime(),
  }));
}

const LIST_NAMES = storeStatement(
  'category-list-names',
  'select id, name, parent_id as "parentId" from category where store_id = $1',
);

/** Id, name and parent of every category of a store. */
export async function categoryListNames(db: Queryable, storeId: string): Promise<NamedCategory[]> {
  const rows = await db.rows<NamedCategory & { parentId: string | null }>(LIST_NAMES, [storeId]);
  return rows.map((row) => ({ ...row, parentId: row.parentId ?? undefined }));
}

const LIST_DESCENDANTS = storeStatement(
  'category-list-descendants',
  `with recursive below as (
     select c.store_id, c.id from category c where c.store_id = $1 and c.id = $2
     union all
     select c.store_id, c.id from category c join below b on c.store_id = b.store_id and c.parent_id = b.id)
   select id from below`,
);

/** Ids of a category and all its descendants; empty when the store has no such category. */
export async function categoryListDescendants(db: Queryable, storeId: string, id: string): Promise<string[]> {
  return (await db.rows<{ id: string }>(LIST_DESCENDANTS, [storeId, id])).map((row) => row.id);
}

/** Returns true when the store has a category of that id. */
export async function categoryExists(prisma: Prisma, storeId: string, id: string): Promise<boolean> {
  return (await prisma.forStore(storeId).category.count({ where: { id } })) > 0;
}

// This lock does not block products that refer to a category: they only need it to stay.
const LOCK_TREE = storeStatement(
  'category-lock-tree',
  `select id, slug, parent_id as "parentId", depth, updated_at as "updatedAt" from category where store_id = $1 order by id for no key update`,
);

/** The category tree of a store, locked until the end of the transaction. */
export async function categoryLockTree(tx: Queryable, storeId: string): Promise<TreeCategory[]> {
  const rows = await tx.rows<TreeCategory & { parentId: string | null }>(LOCK_TREE, [storeId]);
  return rows.map((row) => ({ ...row, parentId: row.parentId ?? undefined }));
}

const INSERT = storeStatement(
  'category-insert-unless_slug_taken',
  `insert into category (store_id, id, name, slug, parent_id, depth, is_active, image, updated_at)
   select c.* from (values ($1, $2, $3, $4, $5, $6::integer, $7::boolean, $8, $9::timestamptz)) as c (store_id)
   where c.store_id = $1
   on conflict (store_id, slug) do nothing returning id`,
);

/** Inserts a category. @returns false when its slug is taken */
export async function categoryInsert(tx: Queryable, storeId: string, category: Category): Promise<boolean> {
  const { id, name, slug, parentId, depth, isActive, image, updatedAtMs } = category;
  const fields = [name, slug, parentId ?? null, depth, isActive, image ?? null, new Date(updatedAtMs)];
  return (await tx.rows(INSERT, [storeId, id, ...fields])).length > 0;
}

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

/** Updates a category of a locked tree, and the depths of the categories that move with it. */
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

const LOCK_TO_DELETE = storeStatement(
  'category-lock-to_delete',
  'select id from category where store_id = $1 and id = $2 for update',
);
const FIND_USE = storeStatement(
  'category-find-use',
  `select exists (select from category where store_id = $1 and parent_id = $2) as "hasChildren",
     exists (select from product_filter f where f.store_id = $1 and f.filter = 'category' and f.value = $2)
     or exists (select from product p where p.store_id = $1 and p.is_draft and p.category_ids @> array[$2]) as "hasProducts"`,
);
const DELETE = storeStatement('category-delete', 'delete from category where store_id = $1 and id = $2');

/** Deletes a category that has neither products nor subcategories. @returns the reason why it was not deleted */
export async function categoryDelete(
  tx: Queryable,
  storeId: string,
  id: string,
): Promise<'missing' | 'has_children' | 'has_products' | undefined> {
  // Lock before looking: a concurrent reference to the category either waits for the lock or is committed and seen.
  if ((await tx.rows(LOCK_TO_DELETE, [storeId, id])).length === 0) return 'missing';
  const [use] = await tx.rows<{ hasChildren: boolean; hasProducts: boolean }>(FIND_USE, [storeId, id]);
  if (use!.hasChildren) return 'has_children';
  if (use!.hasProducts) return 'has_products';
  await tx.rows(DELETE, [storeId, id]);
  return undefined;
}
