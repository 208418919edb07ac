import type { Queryable } from '@commerce/service-kit/db/database.ts';

const STATEMENT = {
  name: 'session-create',
  text: `insert into session (token_hash, person_id, created_at, expires_at, idle_expires_at, user_agent)
    values ($1, $2, $3, $4, $5, $6)`,
};

/** Opens a session. */
export async function createSession(
  db: Queryable,
  session: {
    tokenHash: Buffer;
    personId: string;
    createdAt: Date;
    expiresAt: Date;
    idleExpiresAt: Date;
    userAgent: string;
  },
): Promise<void> {
  const { tokenHash, personId, createdAt, expiresAt, idleExpiresAt, userAgent } = session;
  await db.rows(STATEMENT, [tokenHash, personId, createdAt, expiresAt, idleExpiresAt, userAgent]);
}
