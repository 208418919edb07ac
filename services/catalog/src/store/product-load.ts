import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { newTurn } from '@commerce/service-kit/jobs/turns.ts';
import type { ProductRecord } from '../domain/product.ts';
import { productFromRows, type ProductRow, type VariantRow } from './product-row.ts';

// All but the encoded message, which may be large and is made anew.
const COLUMNS = `store_id, id, name, slug, description, short_description, sku, barcode, type, images, category_ids, brand_ids, tags,
  shop_ids, visibility, is_active, is_draft, price_centavos, compare_at_price_centavos, cost_centavos, variant_axes, iva_rate_bp, weight_milli, weight_unit,
  created_at, updated_at, version, price_version`;

const FIND = storeStatement(
  'product-find-by_ids',
  `select ${COLUMNS} from product where store_id = $1 and id = any($2)`,
);
const LOCK = storeStatement(
  'product-lock-by_ids',
  `select ${COLUMNS} from product where store_id = $1 and id = any($2) order by id for update`,
);
const VARIANTS = storeStatement(
  'variant-list-by_products',
  'select * from variant where store_id = $1 and product_id = any($2) order by product_id, position, id',
);

/** A product from its columns, drafts too. */
export async function productFind(
  db: Queryable,
  storeId: string,
  id: string,
): Promise<ProductRecord | undefined> {
  return (await productFindMany(db, storeId, [id]))[0];
}

/** Products from their columns, drafts too; those that do not exist are left out. */
export async function productFindMany(
  db: Queryable,
  storeId: string,
  ids: string[],
): Promise<ProductRecord[]> {
  return withVariants(db, storeId, await db.rows<ProductRow>(FIND, [storeId, ids]));
}

/** The same, their rows locked in the order of ids until the end of the transaction: how every change of products begins. */
export async function productLockMany(
  tx: Queryable,
  storeId: string,
  ids: string[],
): Promise<ProductRecord[]> {
  return withVariants(tx, storeId, await tx.rows<ProductRow>(LOCK, [storeId, ids]));
}

async function withVariants(db: Queryable, storeId: string, rows: ProductRow[]): Promise<ProductRecord[]> {
  const ids = rows.map(({ id }) => id);
  const variants = rows.length === 0 ? [] : await db.rows<VariantRow>(VARIANTS, [storeId, ids]);
  const byProduct = Map.groupBy(variants, (variant) => variant.product_id);
  const turn = newTurn();
  const records: ProductRecord[] = [];
  for (const row of rows) {
    records.push(productFromRows(row, byProduct.get(row.id) ?? []));
    await turn();
  }
  return records;
}
