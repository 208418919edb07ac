import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

// In the order of ids, which is that of all locks on products. A row that is not written is locked too.
const UPSERT = storeStatement(
  'product-project-many',
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

// A statement of its own, begun when the products are locked, so that it sees the variants of whoever had them before.
const SYNC_VARIANTS = storeStatement(
  'variant-project-many',
  `with gone as (
     delete from variant v where v.store_id = $1 and v.product_id = any(array(select unnest($2::text[])))
       and not exists (
         select from json_to_recordset($3) as r (product_id text, id text) where r.product_id = v.product_id and r.id = v.id)
   )
   insert into variant as v (store_id, product_id, id, position, is_active, price_centavos)
   select $1, r.product_id, r.id, r.position, r.is_active, 0
   from json_to_recordset($3) as r (product_id text, id text, position integer, is_active boolean)
   on conflict (store_id, product_id, id) do update set position = excluded.position, is_active = excluded.is_active
   where v.position <> excluded.position or v.is_active <> excluded.is_active`,
);

/** What the catalogue tells of a product that matters to prices. */
export interface ProjectedProduct {
  productId: string;
  /** The catalogue's version of the product. */
  version: number;
  isDraft: boolean;
  categoryIds: string[];
  brandIds: string[];
  /** The shops that sell it; empty: every shop. */
  shopIds: string[];
  variants: { variantId: string; position: number; isActive: boolean }[];
}

/**
 * Brings products to what the catalogue tells of them, prices and costs left as they are; what is new has none yet. Only a newer
 * version is applied, and nothing to a tombstone. No product may be named twice.
 * @returns the ids of those that were written, which are locked
 */
export async function productProjectMany(
  tx: Queryable,
  storeId: string,
  products: ProjectedProduct[],
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
  const written = await tx.rows<{ id: string }>(UPSERT, [storeId, JSON.stringify(rows)]);
  const ids = new Set(written.map(({ id }) => id));
  if (ids.size === 0) return [];
  const variants = products
    .filter(({ productId }) => ids.has(productId))
    .flatMap(({ productId, variants: of }) =>
      of.map(({ variantId, position, isActive }) => ({
        product_id: productId,
        id: variantId,
        position,
        is_active: isActive,
      })),
    );
  await tx.rows(SYNC_VARIANTS, [storeId, [...ids], JSON.stringify(variants)]);
  return [...ids];
}
