import { type Columns, fromColumns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { BulkPriceOperation } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';

/**
 * Progress of a bulk operation of pricing: the products of the parts received so far, those of the whole operation once its final event
 * is received, and the time of the first part that changed anything.
 */
export type BulkPriceProgress = Pick<BulkPriceOperation, 'received' | 'expected' | 'appliedSince'>;

// Several processes may consume the events of a store, so the final event may be received before the last part, or
// before the first.
const ADD_PART = storeStatement(
  'bulk_price_operation-add-part',
  `insert into bulk_price_operation as o (store_id, id, received, applied_since) values ($1, $2, $3, $4)
   on conflict (store_id, id) do update
     set received = o.received + excluded.received, applied_since = coalesce(o.applied_since, excluded.applied_since)
     where o.store_id = $1
   returning received, expected, applied_since`,
);

/**
 * Adds a part, whose time is undefined when it changed nothing. Needs the lock of the store's clock if it did.
 * @returns the progress
 */
export async function bulkPriceOperationAddPart(
  tx: Queryable,
  storeId: string,
  id: string,
  products: number,
  appliedAtMs: number | undefined,
): Promise<BulkPriceProgress> {
  const appliedAt = appliedAtMs === undefined ? null : new Date(appliedAtMs);
  const [row] = await tx.rows<Columns<BulkPriceProgress>>(ADD_PART, [storeId, id, products, appliedAt]);
  return fromColumns<BulkPriceProgress>(row!);
}

/** Records the number of products of a whole operation. @returns the progress */
export async function bulkPriceOperationFinish(
  prisma: Prisma,
  storeId: string,
  id: string,
  expected: number,
): Promise<BulkPriceProgress> {
  return prisma.forStore(storeId).bulkPriceOperation.upsert({
    where: { storeId_id: { storeId, id } },
    create: { storeId, id, expected },
    update: { expected },
  });
}
