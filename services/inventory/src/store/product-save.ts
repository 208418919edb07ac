import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const UPSERT = storeStatement(
  'product-upsert-many',
  `insert into product as p select * from json_populate_recordset(null::product, $2) r where r.store_id = $1
   on conflict (store_id, id) do update set
     sku = excluded.sku, variant_ids = excluded.variant_ids, variant_skus = excluded.variant_skus,
     is_draft = excluded.is_draft, is_deleted = excluded.is_deleted, version = excluded.version
   where excluded.version > p.version`,
);

/** What stock needs to know of a product. */
export interface ProductRecord {
  productId: string;
  sku: string | null;
  /** In the order of their positions; none for a product without variants. */
  variants: { variantId: string; sku: string | null }[];
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

/** Leaves tombstones for up to 1,000 products, known or not; an older version brings none of them back. */
export async function productBuryMany(
  db: Queryable,
  storeId: string,
  products: { productId: string; version: number }[],
): Promise<void> {
  const nothing = { sku: null, variants: [], draft: false };
  const rows = products.map((key) => ({ ...toRow(storeId, { ...nothing, ...key }), is_deleted: true }));
  await db.rows(UPSERT, [storeId, JSON.stringify(rows)]);
}

function toRow(storeId: string, product: ProductRecord) {
  return {
    store_id: storeId,
    id: product.productId,
    sku: product.sku,
    variant_ids: product.variants.map(({ variantId }) => variantId),
    variant_skus: product.variants.map(({ sku }) => sku),
    is_draft: product.draft,
    is_deleted: false,
    version: product.version,
  };
}
