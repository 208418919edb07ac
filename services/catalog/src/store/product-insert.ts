import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { advanceStoreClock } from '@commerce/service-kit/db/stamp.ts';
import type { ProductRecord } from '../domain/product.ts';
import { productSaveMany } from './product-save.ts';

/**
 * Adds up to 1,000 products with the ids and times that they have, as a bulk load does. The store's clock moves on to the
 * latest of them, so that whatever changes next comes after them.
 */
export async function productInsertMany(
  db: Queryable,
  storeId: string,
  records: ProductRecord[],
): Promise<void> {
  await advanceStoreClock(db, storeId, Math.max(...records.map(({ product }) => product.updatedAtMs)));
  await productSaveMany(db, storeId, records);
}
