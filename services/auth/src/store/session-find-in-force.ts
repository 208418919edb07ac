import type { Queryable } from '@commerce/service-kit/db/database.ts';

/** A session in force. */
export interface SessionRow {
  person_id: string;
  idle_expires_at: Date;
  email: string;
  name: string;
  language: string;
}

const STATEMENT = {
  name: 'session-find-in-force',
  text: `select s.person_id, s.idle_expires_at, p.email, p.name, p.language
    from session s join person p on p.id = s.person_id
    where s.token_hash = $1 and s.expires_at > $2 and s.idle_expires_at > $2`,
};

/** The session of a token, if it is in force. */
export async function findSession(
  db: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<SessionRow | undefined> {
  const [row] = await db.rows<SessionRow>(STATEMENT, [tokenHash, now]);
  return row;
}
