import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

/** Facts of a product that prices depend on, as catalog sends them. */
export interface ProductProjection {
  productId: string;
  /** The catalog's version of the product. */
  version: number;
  isDraft: boolean;
  categoryIds: string[];
  brandIds: string[];
  /** The shops that sell it; empty: every shop. */
  shopIds: string[];
  variants: { variantId: string; position: number; isActive: boolean }[];
}

// In the order of ids, like every statement that locks products. A row that is not written is locked too.
const UPSERT_FACTS = storeStatement(
  'product-upsert-facts',
  `insert into product as p (store_id, id, category_ids, brand_ids, shop_ids, is_draft, version, variant_count, price_centavos)
   select $1, r.id, r.category_ids, r.brand_ids, r.shop_ids, r.is_draft, r.version, r.variant_count, 0
   from json_to_recordset($2) as r (
     id text, category_ids text[], brand_ids text[], shop_ids text[], is_draft boolean, version bigint, variant_count integer) order by r.id
   on conflict (store_id, id) do update set
     category_ids = excluded.category_ids, brand_ids = excluded.brand_ids, shop_ids = excluded.shop_ids,
     is_draft = excluded.is_draft,
     version = excluded.version, variant_count = excluded.variant_count
   where p.store_id = $1 and not p.is_deleted and excluded.version > p.version
   returning p.id`,
);

// A separate statement, run while the products are locked, so that it sees the variants that concurrent transactions committed.
const REPLACE_VARIANTS = storeStatement(
  'variant-replace-many',
  `with gone as (
     delete from variant v where v.store_id = $1 and v.product_id = any(array(select unnest($2::text[])))
       and not exists (
         select from json_to_recordset($3) as r (product_id text, id text) where r.product_id = v.product_id and r.id = v.id)
     returning v.product_id, v.id
   ), entries as (
     delete from price_list_entry e using gone g
     where e.store_id = $1 and e.product_id = g.product_id and e.variant_id = g.id
   )
   insert into variant as v (store_id, product_id, id, position, is_active, price_centavos)
   select $1, r.product_id, r.id, r.position, r.is_active, 0
   from json_to_recordset($3) as r (product_id text, id text, position integer, is_active boolean)
   on conflict (store_id, product_id, id) do update set position = excluded.position, is_active = excluded.is_active
   where v.position <> excluded.position or v.is_active <> excluded.is_active`,
);

/**
 * Saves the facts of products, each at most once. Only newer versions are applied, and none to a tombstone. Prices and costs stay
 * unchanged; a new product or variant has none. The fixed prices of removed variants are deleted.
 * @returns the ids of the written products, which are locked
 */
export async function productSaveFacts(
  tx: Queryable,
  storeId: string,
  products: ProductProjection[],
): Promise<string[]> {
  const rows = products.map((product) => ({
    id: product.productId,
    category_ids: product.categoryIds,
    brand_ids: product.brandIds,
    shop_ids: product.shopIds,
    is_draft: product.isDraft,
    version: product.version,
    variant_count: product.variants.length,
  }));
  const written = await tx.rows<{ id: string }>(UPSERT_FACTS, [storeId, JSON.stringify(rows)]);
  const ids = new Set(written.map(({ id }) => id));
  if (ids.size === 0) return [];
  const variants = products
    .filter(({ productId }) => ids.has(productId))
    .flatMap((product) =>
      product.variants.map(({ variantId, position, isActive }) => ({
        product_id: product.productId,
        id: variantId,
        position,
        is_active: isActive,
      })),
    );
  await tx.rows(REPLACE_VARIANTS, [storeId, [...ids], JSON.stringify(variants)]);
  return [...ids];
}

const TOMBSTONE = storeStatement(
  'product-upsert-tombstone',
  `insert into product as p (store_id, id, is_draft, is_deleted, version, price_centavos) values ($1, $2, false, true, $3, 0)
   on conflict (store_id, id) do update set is_deleted = true, version = excluded.version
   where p.store_id = $1 and excluded.version > p.version
   returning p.id`,
);

// A separate statement, run while the product is locked, so that it sees the fixed prices that concurrent transactions committed.
const DELETE_ENTRIES = storeStatement(
  'price_list_entry-delete-by_product',
  'delete from price_list_entry where store_id = $1 and product_id = $2',
);

/** Leaves a tombstone for a product, known or not, so that an older version does not restore it, and deletes its fixed prices. */
export async function productTombstone(
  tx: Queryable,
  storeId: string,
  { productId, version }: { productId: string; version: number },
): Promise<void> {
  const written = await tx.rows(TOMBSTONE, [storeId, productId, version]);
  if (written.length > 0) await tx.rows(DELETE_ENTRIES, [storeId, productId]);
}

const LOCK_MANY = storeStatement(
  'product-lock-many',
  `select id from product where store_id = $1 and id = any(array(select unnest($2::text[]))) and not is_deleted
   order by id for no key update`,
);

/**
 * Locks products against changes until the commit, in the order of their ids. Their prices are loaded by a later statement: one that
 * waited for the lock would return the variants as they were before.
 */
export async function productLockMany(tx: Queryable, storeId: string, productIds: string[]): Promise<void> {
  await tx.rows(LOCK_MANY, [storeId, productIds]);
}

const LIST_VARIANT_IDS = storeStatement(
  'variant-list-ids_by_product',
  `select p.id, coalesce((
     select array_agg(v.id) from variant v where v.store_id = $1 and v.product_id = p.id), '{}') as "variantIds"
   from product p where p.store_id = $1 and p.id = any(array(select unnest($2::text[]))) and not p.is_deleted`,
);

/** Lists the variants of the existing ones of some products, drafts too. */
export async function variantListIds(
  db: Queryable,
  storeId: string,
  productIds: string[],
): Promise<Map<string, Set<string>>> {
  const rows = await db.rows<{ id: string; variantIds: string[] }>(LIST_VARIANT_IDS, [storeId, productIds]);
  return new Map(rows.map(({ id, variantIds }) => [id, new Set(variantIds)]));
}
