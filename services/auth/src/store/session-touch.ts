import type { Queryable } from '@commerce/service-kit/db/database.ts';

const STATEMENT = {
  name: 'session-touch',
  text: 'update session set idle_expires_at = greatest(idle_expires_at, $2) where token_hash = $1',
};

/** Puts off the end of an unused session. */
export async function touchSession(db: Queryable, tokenHash: Buffer, idleExpiresAt: Date): Promise<void> {
  await db.rows(STATEMENT, [tokenHash, idleExpiresAt]);
}
