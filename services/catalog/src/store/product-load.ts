import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { ProductRecord } from '../domain/product.ts';
import { productFromRows, type ProductRow, type VariantRow } from './product-row.ts';

const LOCK = storeStatement(
  'product-lock-by_id',
  'select * from product where store_id = $1 and id = $2 for update',
);
const FIND = storeStatement('product-find-by_id', 'select * from product where store_id = $1 and id = $2');
const VARIANTS = storeStatement(
  'variant-list-by_product',
  'select * from variant where store_id = $1 and product_id = $2 order by position, id',
);

/** A product from its columns, drafts too. */
export async function productFind(
  db: Queryable,
  storeId: string,
  id: string,
): Promise<ProductRecord | undefined> {
  return withVariants(db, await db.rows<ProductRow>(FIND, [storeId, id]));
}

/** The same, its row locked until the end of the transaction: how every change of a product begins. */
export async function productLock(
  tx: Queryable,
  storeId: string,
  id: string,
): Promise<ProductRecord | undefined> {
  return withVariants(tx, await tx.rows<ProductRow>(LOCK, [storeId, id]));
}

async function withVariants(db: Queryable, [row]: ProductRow[]): Promise<ProductRecord | undefined> {
  if (row === undefined) return undefined;
  return productFromRows(row, await db.rows<VariantRow>(VARIANTS, [row.store_id, row.id]));
}
