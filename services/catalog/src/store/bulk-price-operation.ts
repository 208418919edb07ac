import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

/** Progress of a bulk operation of pricing. */
export interface BulkPriceOperation {
  /** Products of the parts received so far. */
  received: number;
  /** Products of the whole operation; null until its final event is received. */
  expected: number | null;
  /** Time of the first part that changed anything. */
  appliedSinceMs: number | null;
}

interface OperationRow {
  received: number;
  expected: number | null;
  applied_since: Date | null;
}

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
): Promise<BulkPriceOperation> {
  const appliedAt = appliedAtMs === undefined ? null : new Date(appliedAtMs);
  return operationFromRow(await tx.rows<OperationRow>(ADD_PART, [storeId, id, products, appliedAt]));
}

const FINISH = storeStatement(
  'bulk_price_operation-finish',
  `insert into bulk_price_operation as o (store_id, id, expected) values ($1, $2, $3)
   on conflict (store_id, id) do update set expected = excluded.expected where o.store_id = $1
   returning received, expected, applied_since`,
);

/** Records the number of products of a whole operation. @returns the progress */
export async function bulkPriceOperationFinish(
  tx: Queryable,
  storeId: string,
  id: string,
  expected: number,
): Promise<BulkPriceOperation> {
  return operationFromRow(await tx.rows<OperationRow>(FINISH, [storeId, id, expected]));
}

function operationFromRow([row]: OperationRow[]): BulkPriceOperation {
  const { received, expected, applied_since } = row!;
  return { received, expected, appliedSinceMs: applied_since?.getTime() ?? null };
}
