import type { Category } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { type Columns, fromColumns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { CategoryNode } from '../domain/category-tree.ts';
import type { NamedCategory } from '../domain/import-labels.ts';
import type { Category as CategoryRow } from '../generated/prisma/client.ts';
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
  return rows.map(categoryFromRow);
}

/** One category of a store. */
export async function categoryFindById(
  prisma: Prisma,
  storeId: string,
  id: string,
): Promise<Category | undefined> {
  const row = await prisma.forStore(storeId).category.findFirst({ where: { id } });
  return row ? categoryFromRow(row) : undefined;
}

const categoryFromRow = (row: CategoryRow): Category => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  parentId: row.parentId ?? undefined,
  depth: row.depth,
  isActive: row.isActive,
  image: row.image ?? undefined,
  updatedAtMs: row.updatedAt.getTime(),
});

/** Id, name and parent of every category of a store. */
export async function categoryListNames(prisma: Prisma, storeId: string): Promise<NamedCategory[]> {
  const select = { id: true, name: true, parentId: true };
  const rows = await prisma.forStore(storeId).category.findMany({ select });
  return rows.map((row) => ({ ...row, parentId: row.parentId ?? undefined }));
}

const LIST_DESCENDANTS = storeStatement(
  'category-list-descendants',
  `with recursive below as (
     select c.id from category c where c.store_id = $1 and c.id = $2
     union all
     select c.id from category c join below b on c.store_id = $1 and c.parent_id = b.id)
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
  'select id from category where store_id = $1 order by id for no key update',
);
// A separate statement: one that waited for the locks would miss the categories that were inserted while it waited. It locks those too.
const LIST_TREE = storeStatement(
  'category-list-tree',
  'select id, slug, parent_id, depth, updated_at from category where store_id = $1 order by id for no key update',
);

/** The category tree of a store, locked until the end of the transaction. */
export async function categoryLockTree(tx: Queryable, storeId: string): Promise<TreeCategory[]> {
  type Row = Pick<CategoryRow, 'id' | 'slug' | 'parentId' | 'depth' | 'updatedAt'>;
  await tx.rows(LOCK_TREE, [storeId]);
  const rows = await tx.rows<Columns<Row>>(LIST_TREE, [storeId]);
  return rows.map((row) => ({ ...fromColumns<Row>(row), parentId: row.parent_id ?? undefined }));
}

const toRow = (storeId: string, { updatedAtMs, parentId, image, ...category }: Category): CategoryRow => ({
  storeId,
  ...category,
  parentId: parentId ?? null,
  image: image ?? null,
  updatedAt: new Date(updatedAtMs),
});

/** Inserts a category. @returns false when its slug is taken */
export async function categoryInsert(prisma: Prisma, storeId: string, category: Category): Promise<boolean> {
  const data = [toRow(storeId, category)];
  return (await prisma.forStore(storeId).category.createMany({ data, skipDuplicates: true })).count > 0;
}

const UPDATE_DEPTHS = storeStatement(
  'category-update-depths',
  `update category c set depth = m.depth, updated_at = $4 from unnest($2::text[], $3::integer[]) as m (id, depth)
   where c.store_id = $1 and c.id = m.id and c.depth <> m.depth`,
);

/** Updates a category of a locked tree, and the depths of the categories that move with it. */
export async function categoryUpdate(
  tx: Queryable,
  prisma: Prisma,
  storeId: string,
  category: Category,
  depths: { id: string; depth: number }[],
): Promise<void> {
  const { id, name, parentId, isActive, image, updatedAt } = toRow(storeId, category);
  const data = { name, parentId, isActive, image, updatedAt };
  await prisma.forStore(storeId).category.updateMany({ where: { id }, data });
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

/** Deletes a category that has neither products nor subcategories. @returns the reason why it was not deleted */
export async function categoryDelete(
  tx: Queryable,
  prisma: Prisma,
  storeId: string,
  id: string,
): Promise<'missing' | 'has_children' | 'has_products' | undefined> {
  // Lock before looking: a concurrent reference to the category either waits for the lock or is committed and seen.
  if ((await tx.rows(LOCK_TO_DELETE, [storeId, id])).length === 0) return 'missing';
  const [use] = await tx.rows<{ hasChildren: boolean; hasProducts: boolean }>(FIND_USE, [storeId, id]);
  if (use!.hasChildren) return 'has_children';
  if (use!.hasProducts) return 'has_products';
  await prisma.forStore(storeId).category.deleteMany({ where: { id } });
  return undefined;
}
