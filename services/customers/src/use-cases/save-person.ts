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
  const [after] = await savePeople(unit, stamp, changed.storeId, [{ before, after: changed }]);
  return after!;
}

/** Stamps, writes and publishes changed people of a store, as `savePerson` does. @returns them as written */
export async function savePeople(
  unit: Unit,
  stamp: Stamp,
  storeId: string,
  changes: { before: CustomerRecord | undefined; after: CustomerRecord }[],
): Promise<CustomerRecord[]> {
  if (changes.length === 0) return [];
  const updatedAtMs = (await stamp(unit, storeId)).getTime();
  const saved = changes.map(({ before, after }) => {
    const createdAtMs = before?.customer.createdAtMs ?? updatedAtMs;
    return { ...after, customer: { ...publicCustomer(after), createdAtMs, updatedAtMs } };
  });
  await customerSaveMany(unit, storeId, saved);
  for (const [at, person] of saved.entries()) publishChange(unit, changes[at]!.before?.kind, person);
  return saved;
}
