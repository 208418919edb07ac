import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import type { ProductRecord } from '../domain/product.ts';
import { productLock } from './product-load.ts';
import { productSaveMany } from './product-save.ts';

/**
 * Changes one product within a transaction: locks its row, applies the change, stamps, writes.
 * @returns the product as written; undefined when the store has none of that id
 */
export async function productChange(
  tx: Queryable,
  storeId: string,
  id: string,
  change: (record: ProductRecord) => ProductRecord,
  stamp: Stamp,
): Promise<ProductRecord | undefined> {
  const before = await productLock(tx, storeId, id);
  if (before === undefined) return undefined;
  const changed = change(before);
  const updatedAtMs = (await stamp(tx, storeId)).getTime();
  const after = { ...changed, product: { ...changed.product, updatedAtMs } };
  await productSaveMany(tx, storeId, [after]);
  return after;
}
