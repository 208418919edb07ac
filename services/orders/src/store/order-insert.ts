import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { advanceStoreClock } from '@commerce/service-kit/db/stamp.ts';
import { importedRecord, type ImportedOrder } from '../domain/imported-order.ts';
import { orderEventImport } from './order-event.ts';
import { orderSaveMany } from './order-save.ts';

/** Most orders that one statement writes: beyond, its JSON costs more memory than it saves round trips. */
const CHUNK = 1000;

/**
 * Adds orders with the ids, numbers and times that they have, as a bulk load does; one that is there already is
 * overwritten. Their history is what can be told of them. The store's clock moves on to the latest of them, so that whatever changes next comes after them.
 */
export async function orderInsertMany(
  db: Queryable,
  storeId: string,
  records: ImportedOrder[],
): Promise<void> {
  for (let start = 0; start < records.length; start += CHUNK) {
    const chunk = records.slice(start, start + CHUNK);
    const latestMs = Math.max(...chunk.map(({ order }) => order.updatedAtMs));
    await advanceStoreClock(db, storeId, latestMs);
    await orderSaveMany(db, storeId, chunk.map(importedRecord));
    await orderEventImport(
      db,
      storeId,
      chunk.map(({ order }) => order.id),
    );
  }
}
