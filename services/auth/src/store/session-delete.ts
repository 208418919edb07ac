import type { Queryable } from '@commerce/service-kit/db/database.ts';

const STATEMENT = { name: 'session-delete', text: 'delete from session where token_hash = $1' };

/** Ends a session. */
export async function deleteSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.rows(STATEMENT, [tokenHash]);
}
