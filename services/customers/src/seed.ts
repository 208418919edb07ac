import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { advanceStoreClock } from '@commerce/service-kit/db/stamp.ts';
import type { CustomerRecord } from './domain/customer.ts';
import { customerSaveMany } from './store/customer.ts';

export type { CustomerRecord } from './domain/customer.ts';

/** Maximum people per statement: the JSON of more costs more memory than it saves round trips. */
const CHUNK = 1000;

/**
 * Loads people of any kind with their ids and timestamps; existing ones are overwritten. The store's clock advances to the latest of
 * them, so that the next change is stamped after them.
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
