import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

// In the order of ids, as everything that locks products. What was projected before its type was kept learns it from the same version.
const UPSERT = storeStatement(
  'product-upsert-many',
  `insert into product as p
     (store_id, id, sku, type, variant_ids, variant_skus, shop_ids, is_draft, is_deleted, version)
   select store_id, id, sku, type, variant_ids, variant_skus, shop_ids, is_draft, is_deleted, version
   from json_populate_recordset(null::product, $2) r where r.store_id = $1 order by id
   on conflict (store_id, id) do update set
     sku = excluded.sku, type = excluded.type, variant_ids = excluded.variant_ids,
     variant_skus = excluded.variant_skus, shop_ids = excluded.shop_ids, is_draft = excluded.is_draft, is_deleted = excluded.is_deleted,
     version = excluded.version
   where excluded.version > p.version or excluded.version = p.version and p.type is null
   returning id`,
);

/** What stock needs to know of a product. */
export interface ProductRecord {
  productId: string;
  sku: string | null;
  /** simple, variable or service. */
  type: string;
  /** In the order of their positions; none for a product without variants. */
  variants: { variantId: string; sku: string | null }[];
  /** The shops that sell it; empty: every shop. */
  shopIds: string[];
  draft: boolean;
  /** The catalogue's version of the product. */
  version: number;
}

/** Adds or replaces up to 1,000 products; a record changes nothing when its version is not newer than the stored one. */
export async function productSaveMany(
  db: Queryable,
  storeId: string,
  products: ProductRecord[],
): Promise<void> {
  await db.rows(UPSERT, [storeId, JSON.stringify(products.map((product) => toRow(storeId, product)))]);
}

/**
 * Leaves a tombstone for a product, known or not; an older version does not bring it back.
 * @returns whether it did: not when a newer version is known
 */
export async function productBury(
  db: Queryable,
  storeId: string,
  key: { productId: string; version: number },
): Promise<boolean> {
  const row = toRow(storeId, { ...key, sku: null, type: 'simple', variants: [], shopIds: [], draft: false });
  const rows = await db.rows(UPSERT, [storeId, JSON.stringify([{ ...row, is_deleted: true }])]);
  return rows.length > 0;
}

function toRow(storeId: string, product: ProductRecord) {
  return {
    store_id: storeId,
    id: product.productId,
    sku: product.sku,
    type: product.type,
    variant_ids: product.variants.map(({ variantId }) => variantId),
    variant_skus: product.variants.map(({ sku }) => sku),
    shop_ids: product.shopIds,
    is_draft: product.draft,
    is_deleted: false,
    version: product.version,
  };
}
