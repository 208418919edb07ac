import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { advanceStoreClock } from '@commerce/service-kit/db/stamp.ts';
import type { CustomerRecord } from './domain/customer.ts';
import { customerSaveMany } from './store/customer.ts';

/** Most people that one statement writes: beyond, its JSON costs more memory than it saves round trips. */
const CHUNK = 1000;

/**
 * Adds people of any kind with the ids and times that they have, as a bulk load does; one that is there already is
 * overwritten. The store's clock moves on to the latest of them, so that whatever changes next comes after them.
 */
export async function customerInsertMany(
  db: Queryable,
  storeId: string,
  records: CustomerRecord[],
): Promise<void> {
  for (let start = 0; start < records.length; start += CHUNK) {
    const chunk = records.slice(start, start + CHUNK);
    const latestMs = Math.max(...chunk.map(({ customer }) => customer.updatedAtMs));
    await advanceStoreClock(db, storeId, latestMs);
    await customerSaveMany(db, storeId, chunk);
  }
}
