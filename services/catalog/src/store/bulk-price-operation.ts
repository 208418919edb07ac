import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

/** How far an operation of pricing is. */
export interface BulkPriceOperation {
  /** Products named by the parts heard of. */
  heard: number;
  /** Products that its end names; null until it is heard of. */
  expected: number | null;
  /** When the first of its parts changed something. */
  appliedSinceMs: number | null;
}

interface Row {
  heard: number;
  expected: number | null;
  applied_since: Date | null;
}

// Events of a store may be handled by several processes: the end may be heard of before the last part, or before the first.
const ADD_PART = storeStatement(
  'bulk_price_operation-add-part',
  `insert into bulk_price_operation as o (store_id, id, heard, applied_since) values ($1, $2, $3, $4)
   on conflict (store_id, id) do update
     set heard = o.heard + excluded.heard, applied_since = coalesce(o.applied_since, excluded.applied_since)
     where o.store_id = $1
   returning heard, expected, applied_since`,
);
const FINISH = storeStatement(
  'bulk_price_operation-finish',
  `insert into bulk_price_operation as o (store_id, id, expected) values ($1, $2, $3)
   on conflict (store_id, id) do update set expected = excluded.expected where o.store_id = $1
   returning heard, expected, applied_since`,
);

/** Notes a part, under the store's clock where it changed something. @returns how far the operation is with it */
export async function bulkPriceOperationAddPart(
  tx: Queryable,
  storeId: string,
  id: string,
  products: number,
  appliedAtMs: number | undefined,
): Promise<BulkPriceOperation> {
  const appliedAt = appliedAtMs === undefined ? null : new Date(appliedAtMs);
  return toOperation(await tx.rows<Row>(ADD_PART, [storeId, id, products, appliedAt]));
}

/** Notes the end of an operation. @returns how far it is */
export async function bulkPriceOperationFinish(
  tx: Queryable,
  storeId: string,
  id: string,
  expected: number,
): Promise<BulkPriceOperation> {
  return toOperation(await tx.rows<Row>(FINISH, [storeId, id, expected]));
}

function toOperation([row]: Row[]): BulkPriceOperation {
  const { heard, expected, applied_since } = row!;
  return { heard, expected, appliedSinceMs: applied_since?.getTime() ?? null };
}
