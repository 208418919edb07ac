import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import { isSame, publicCustomer, type CustomerRecord } from '../domain/customer.ts';
import { publishChange } from '../events/publish.ts';
import { customerSaveMany } from '../store/customer.ts';

/**
 * Stamps, writes and publishes a person; does nothing when nothing differs. The row is new or locked by the transaction.
 * @param before undefined for a new person
 * @returns the person as written
 */
export async function savePerson(
  unit: Unit,
  stamp: Stamp,
  before: CustomerRecord | undefined,
  changed: CustomerRecord,
): Promise<CustomerRecord> {
  if (before !== undefined && isSame(before, changed)) return before;
  const updatedAtMs = (await stamp(unit, changed.storeId)).getTime();
  const createdAtMs = before?.customer.createdAtMs ?? updatedAtMs;
  const after = { ...changed, customer: { ...publicCustomer(changed), createdAtMs, updatedAtMs } };
  await customerSaveMany(unit, after.storeId, [after]);
  publishChange(unit, before?.kind, after);
  return after;
}
