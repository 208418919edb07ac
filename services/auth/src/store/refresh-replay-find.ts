import type { Queryable } from '@commerce/service-kit/db/database.ts';

const STATEMENT = {
  name: 'refresh-replay-find',
  text: `select answer_sealed from refresh_replay where token_hash = $1 and key_hash = $2 and expires_at > $3`,
};

/** The sealed answer of a refresh that carried the same Idempotency-Key, while it is kept. */
export async function findReplay(
  tx: Queryable,
  tokenHash: Buffer,
  keyHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const [row] = await tx.rows<{ answer_sealed: string }>(STATEMENT, [tokenHash, keyHash, now]);
  return row?.answer_sealed;
}
