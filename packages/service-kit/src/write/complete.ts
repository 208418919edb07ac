import type { Idempotency } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Queryable } from '../db/database.ts';
import { storeStatement } from '../db/statement.ts';
import type { KeyOwner } from './idempotency.ts';

const COMPLETE = storeStatement(
  'idempotency_record-complete',
  `update idempotency_record set response = $5
   where store_id = $1 and actor_id = $2 and key = $3 and response = $4 returning response`,
);
// A separate statement: after waiting for a concurrent completion, COMPLETE still reads its own older snapshot.
const FIND_RESPONSE = storeStatement(
  'idempotency_record-find-response',
  'select response from idempotency_record where store_id = $1 and actor_id = $2 and key = $3 and response is not null',
);

/**
 * Replaces the provisional response of a keyed write with the final one, unless that was done before.
 * @returns the recorded response; the final one when the record has expired
 */
export async function completeRecord(
  db: Queryable,
  { storeId, actorId }: KeyOwner,
  { key }: Idempotency,
  provisional: Uint8Array,
  final: Uint8Array,
): Promise<Buffer> {
  const record = [storeId, actorId, key];
  const [completed] = await db.rows<{ response: Buffer }>(COMPLETE, [
    ...record,
    Buffer.from(provisional),
    Buffer.from(final),
  ]);
  if (completed !== undefined) return completed.response;
  const [before] = await db.rows<{ response: Buffer }>(FIND_RESPONSE, record);
  return before?.response ?? Buffer.from(final);
}
