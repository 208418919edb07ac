import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import { newTurn } from '@commerce/service-kit/jobs/turns.ts';
import type { ProductRecord } from '../domain/product.ts';
import { productLockMany } from './product-load.ts';
import { productSaveMany } from './product-save.ts';

/** A product before and after a change; the very same when it stayed as it was. */
export interface ProductChange {
  before: ProductRecord;
  after: ProductRecord;
}

/** What is to become of a product whose row is locked; undefined for nothing. */
export type ChangeProduct = (
  record: ProductRecord,
) => ProductRecord | undefined | Promise<ProductRecord | undefined>;

/**
 * Changes products within a transaction: locks their rows in the order of ids, applies the change to each, stamps once, writes
 * once. Each changed one gets the stamp and its next version.
 * @returns those that the store has, in the order of ids
 */
export async function productChangeMany(
  tx: Queryable,
  storeId: string,
  ids: string[],
  change: ChangeProduct,
  stamp: Stamp,
): Promise<ProductChange[]> {
  const changes: ProductChange[] = [];
  const turn = newTurn();
  for (const before of await productLockMany(tx, storeId, ids)) {
    // One after the other: they share the transaction's connection.
    changes.push({ before, after: (await change(before)) ?? before });
    await turn();
  }
  const changed = changes.filter(({ before, after }) => after !== before);
  if (changed.length === 0) return changes;
  const updatedAtMs = (await stamp(tx, storeId)).getTime();
  for (const one of changed) {
    const { after, before } = one;
    one.after = { ...after, version: before.version + 1, product: { ...after.product, updatedAtMs } };
  }
  await productSaveMany(
    tx,
    storeId,
    changed.map(({ after }) => after),
  );
  return changes;
}
