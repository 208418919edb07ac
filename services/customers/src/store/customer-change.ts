import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import { toldOf, type CustomerRecord } from '../domain/customer.ts';
import { customerLock } from './customer-load.ts';
import { customerSaveMany } from './customer-save.ts';

/**
 * Changes one person within a transaction: locks the row, applies the change, stamps, writes.
 * @returns the record as written; undefined when the store has none of that id
 */
export async function customerChange(
  tx: Queryable,
  storeId: string,
  id: string,
  change: (record: CustomerRecord) => CustomerRecord,
  stamp: Stamp,
): Promise<CustomerRecord | undefined> {
  const before = await customerLock(tx, storeId, id);
  if (before === undefined) return undefined;
  const changed = change(before);
  const updatedAtMs = (await stamp(tx, storeId)).getTime();
  const after = { ...changed, customer: { ...changed.customer, updatedAtMs } };
  await customerSaveMany(tx, storeId, [after]);
  return { ...after, customer: toldOf(after) };
}
