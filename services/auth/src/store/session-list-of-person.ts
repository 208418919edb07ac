import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** A session in force. */
export interface PersonSessionRow {
  token_hash: Buffer;
  user_agent: string;
  created_at: Date;
  last_seen_at: Date;
}

const MAX_LISTED = 100;

const STATEMENT: Statement = {
  name: 'session-list-of-person',
  text: `select token_hash, user_agent, created_at, coalesce(last_seen_at, created_at) as last_seen_at
    from session where person_id = $1 and expires_at > $2 and idle_expires_at > $2
    order by coalesce(last_seen_at, created_at) desc, token_hash limit ${MAX_LISTED}`,
};

/** The sessions in force of a person, the one used last first. */
export function listSessionsOfPerson(
  db: Queryable,
  personId: string,
  now: Date,
): Promise<PersonSessionRow[]> {
  return db.rows<PersonSessionRow>(STATEMENT, [personId, now]);
}
