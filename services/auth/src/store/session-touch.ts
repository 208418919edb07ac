import type { Queryable } from '@commerce/service-kit/db/database.ts';

const STATEMENT = {
  name: 'session-touch',
  text: `update session set idle_expires_at = greatest(idle_expires_at, $2),
    last_seen_at = greatest(last_seen_at, $3) where token_hash = $1`,
};

/** Records that a session is used: that puts off its end. */
export async function touchSession(
  db: Queryable,
  tokenHash: Buffer,
  nowMs: number,
  idleMs: number,
): Promise<void> {
  await db.rows(STATEMENT, [tokenHash, new Date(nowMs + idleMs), new Date(nowMs)]);
}
