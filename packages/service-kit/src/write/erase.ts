import type { Queryable } from '../db/database.ts';
import { storeStatement } from '../db/statement.ts';

// Ordered by key, so that two erasures of one person wait for each other instead of deadlocking.
const LOCK = storeStatement(
  'idempotency_record-lock-by_subject',
  `select actor_id, key, response from idempotency_record where store_id = $1 and subject_id = $2
   order by actor_id, key for update`,
);
const REWRITE = storeStatement(
  'idempotency_record-rewrite-many',
  `update idempotency_record r set response = n.response, subject_id = null
   from unnest($2::text[], $3::text[], $4::bytea[]) as n (actor_id, key, response)
   where r.store_id = $1 and r.actor_id = n.actor_id and r.key = n.key`,
);

/**
 * Rewrites recorded responses that contain a person's data (`Unit.concerns`), so that a replay returns the
 * erased form.
 * @param rewrite returns the erased form of an encoded response
 */
export async function eraseFromRecords(
  tx: Queryable,
  storeId: string,
  subjectId: string,
  rewrite: (response: Buffer) => Uint8Array,
): Promise<void> {
  const found = await tx.rows<{ actor_id: string; key: string; response: Buffer }>(LOCK, [
    storeId,
    subjectId,
  ]);
  if (found.length === 0) return;
  await tx.rows(REWRITE, [
    storeId,
    found.map((record) => record.actor_id),
    found.map((record) => record.key),
    found.map((record) => Buffer.from(rewrite(record.response))),
  ]);
}
