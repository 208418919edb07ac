import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { isSame, toldOf, type CustomerRecord } from '../domain/customer.ts';
import { tellChange } from '../events/publish.ts';
import { customerSaveMany } from '../store/customer.ts';

/**
 * Stamps, writes and tells of a person; when nothing differs, does none of it. The row is locked by the transaction or new.
 * @param before undefined when the person was not known
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
  const after = { ...changed, customer: { ...toldOf(changed), createdAtMs, updatedAtMs } };
  await customerSaveMany(unit, after.storeId, [after]);
  tellChange(unit, before?.kind, after);
  return after;
}
