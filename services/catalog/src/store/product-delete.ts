import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import type { ProductRecord } from '../domain/product.ts';
import { productLockMany } from './product-load.ts';

const DELETE = storeStatement('product-delete', 'delete from product where store_id = $1 and id = $2');

/**
 * Deletes a product with its variants, stamped like every change.
 * @returns what it was, with the time and version of its deletion; undefined when there is none, or `mayDelete` says no
 */
export async function productDelete(
  tx: Queryable,
  storeId: string,
  id: string,
  mayDelete: (record: ProductRecord) => boolean,
  stamp: Stamp,
): Promise<ProductRecord | undefined> {
  const [record] = await productLockMany(tx, storeId, [id]);
  if (record === undefined || !mayDelete(record)) return undefined;
  const updatedAtMs = (await stamp(tx, storeId)).getTime();
  await tx.rows(DELETE, [storeId, id]);
  return { ...record, version: record.version + 1, product: { ...record.product, updatedAtMs } };
}
