import type { Brand } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Prisma } from './prisma.ts';

/** Brands of a store after an id, in the order of ids. */
export async function brandListById(
  prisma: Prisma,
  storeId: string,
  afterId: string,
  limit: number,
): Promise<Brand[]> {
  const rows = await prisma.forStore(storeId).brand.findMany({
    where: { id: { gt: afterId } },
    orderBy: { id: 'asc' },
    take: limit,
  });
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    isActive: row.isActive,
    image: row.image ?? undefined,
    updatedAtMs: row.updatedAt.getTime(),
  }));
}

const LIST_NAMES = storeStatement('brand-list-names', 'select id, name from brand where store_id = $1');

/** Id and name of every brand of a store. */
export async function brandListNames(
  db: Queryable,
  storeId: string,
): Promise<{ id: string; name: string }[]> {
  return db.rows(LIST_NAMES, [storeId]);
}

/** Returns true when the store has a brand of that id. */
export async function brandExists(prisma: Prisma, storeId: string, id: string): Promise<boolean> {
  return (await prisma.forStore(storeId).brand.count({ where: { id } })) > 0;
}

const LOCK = storeStatement(
  'brand-lock-by_id',
  'select slug, updated_at as "updatedAt" from brand where store_id = $1 and id = $2 for no key update',
);

/** Locks a brand's row. @returns its slug, which updates keep, and the time of its last change */
export async function brandLock(
  tx: Queryable,
  storeId: string,
  id: string,
): Promise<{ slug: string; updatedAt: Date } | undefined> {
  return (await tx.rows<{ slug: string; updatedAt: Date }>(LOCK, [storeId, id]))[0];
}

const INSERT = storeStatement(
  'brand-insert-unless_slug_taken',
  `insert into brand (store_id, id, name, slug, is_active, image, updated_at)
   select b.* from (values ($1, $2, $3, $4, $5::boolean, $6, $7::timestamptz)) as b (store_id) where b.store_id = $1
   on conflict (store_id, slug) do nothing returning id`,
);

/** Inserts a brand. @returns false when its slug is taken */
export async function brandInsert(tx: Queryable, storeId: string, brand: Brand): Promise<boolean> {
  const { id, name, slug, isActive, image, updatedAtMs } = brand;
  const fields = [name, slug, isActive, image ?? null, new Date(updatedAtMs)];
  return (await tx.rows(INSERT, [storeId, id, ...fields])).length > 0;
}

const UPDATE = storeStatement(
  'brand-update',
  'update brand set name = $3, is_active = $4, image = $5, updated_at = $6 where store_id = $1 and id = $2',
);

/** Updates a brand whose row is locked. */
export async function brandUpdate(tx: Queryable, storeId: string, brand: Brand): Promise<void> {
  const { id, name, isActive, image, updatedAtMs } = brand;
  await tx.rows(UPDATE, [storeId, id, name, isActive, image ?? null, new Date(updatedAtMs)]);
}

const LOCK_TO_DELETE = storeStatement(
  'brand-lock-to_delete',
  'select id from brand where store_id = $1 and id = $2 for update',
);
const FIND_USE = storeStatement(
  'brand-find-use',
  `select exists (select from product_filter f where f.store_id = $1 and f.filter = 'brand' and f.value = $2)
     or exists (select from product p where p.store_id = $1 and p.is_draft and p.brand_ids @> array[$2]) as "hasProducts"`,
);
const DELETE = storeStatement('brand-delete', 'delete from brand where store_id = $1 and id = $2');

/** Deletes a brand that no product has. @returns the reason why it was not deleted */
export async function brandDelete(
  tx: Queryable,
  storeId: string,
  id: string,
): Promise<'missing' | 'has_products' | undefined> {
  // Lock before looking for products: a concurrent reference to the brand either waits for the lock or is committed
  // and seen.
  if ((await tx.rows(LOCK_TO_DELETE, [storeId, id])).length === 0) return 'missing';
  const [use] = await tx.rows<{ hasProducts: boolean }>(FIND_USE, [storeId, id]);
  if (use!.hasProducts) return 'has_products';
  await tx.rows(DELETE, [storeId, id]);
  return undefined;
}
