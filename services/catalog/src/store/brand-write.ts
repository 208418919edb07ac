import type { Brand } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const LOCK = storeStatement(
  'brand-lock-by_id',
  'select slug, updated_at as "updatedAt" from brand where store_id = $1 and id = $2 for no key update',
);
const INSERT = storeStatement(
  'brand-insert-unless_slug_taken',
  `insert into brand (store_id, id, name, slug, is_active, image, updated_at)
   select b.* from (values ($1, $2, $3, $4, $5::boolean, $6, $7::timestamptz)) as b (store_id) where b.store_id = $1
   on conflict (store_id, slug) do nothing returning id`,
);
const UPDATE = storeStatement(
  'brand-update',
  'update brand set name = $3, is_active = $4, image = $5, updated_at = $6 where store_id = $1 and id = $2',
);
const LOCK_WHOLE = storeStatement(
  'brand-lock-by_id-whole',
  'select id from brand where store_id = $1 and id = $2 for update',
);
const IN_USE = storeStatement(
  'brand-find-use',
  `select exists (select from product_filter f where f.store_id = $1 and f.filter = 'brand' and f.value = $2)
     or exists (select from product p where p.store_id = $1 and p.is_draft and p.brand_ids @> array[$2]) as "hasProducts"`,
);
const DELETE = storeStatement('brand-delete', 'delete from brand where store_id = $1 and id = $2');

/** Locks a brand's row. @returns what a change keeps of it and checks */
export async function brandLock(
  tx: Queryable,
  storeId: string,
  id: string,
): Promise<{ slug: string; updatedAt: Date } | undefined> {
  return (await tx.rows<{ slug: string; updatedAt: Date }>(LOCK, [storeId, id]))[0];
}

/** Adds a brand. @returns false when its slug is taken */
export async function brandInsert(tx: Queryable, storeId: string, brand: Brand): Promise<boolean> {
  const { id, name, slug, isActive, image, updatedAtMs } = brand;
  const fields = [name, slug, isActive, image ?? null, new Date(updatedAtMs)];
  return (await tx.rows(INSERT, [storeId, id, ...fields])).length > 0;
}

/** Writes a brand whose row is locked. */
export async function brandUpdate(tx: Queryable, storeId: string, brand: Brand): Promise<void> {
  const { id, name, isActive, image, updatedAtMs } = brand;
  await tx.rows(UPDATE, [storeId, id, name, isActive, image ?? null, new Date(updatedAtMs)]);
}

/** Deletes a brand that no product has. @returns why not, where it is not deleted */
export async function brandDelete(
  tx: Queryable,
  storeId: string,
  id: string,
): Promise<'missing' | 'has_products' | undefined> {
  // First the lock, then the look: whoever refers to it meanwhile waits, or has committed and is seen.
  if ((await tx.rows(LOCK_WHOLE, [storeId, id])).length === 0) return 'missing';
  const [use] = await tx.rows<{ hasProducts: boolean }>(IN_USE, [storeId, id]);
  if (use!.hasProducts) return 'has_products';
  await tx.rows(DELETE, [storeId, id]);
  return undefined;
}
