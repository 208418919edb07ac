import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const INSERT: Statement = {
  name: 'session-insert',
  text: `insert into session (token_hash, person_id, created_at, expires_at, idle_expires_at, user_agent)
    values ($1, $2, $3, $4, $5, $6)`,
};

export async function sessionInsert(
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
  await db.rows(INSERT, [tokenHash, personId, createdAt, expiresAt, idleExpiresAt, userAgent]);
}

/** A session in force, with its person. */
export interface SessionRecord {
  personId: string;
  idleExpiresAt: Date;
  email: string;
  name: string;
  language: string;
}

const FIND: Statement = {
  name: 'session-find',
  text: `select s.person_id as "personId", s.idle_expires_at as "idleExpiresAt", p.email, p.name, p.language
    from session s join person p on p.id = s.person_id
    where s.token_hash = $1 and s.expires_at > $2 and s.idle_expires_at > $2`,
};

/** The session of a token, if it is in force. */
export async function sessionFind(
  db: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<SessionRecord | undefined> {
  const [session] = await db.rows<SessionRecord>(FIND, [tokenHash, now]);
  return session;
}

const TOUCH: Statement = {
  name: 'session-update-last-seen',
  text: `update session set idle_expires_at = greatest(idle_expires_at, $2),
    last_seen_at = greatest(last_seen_at, $3) where token_hash = $1`,
};

/** Records the use of a session, which postpones its end. */
export async function sessionTouch(
  db: Queryable,
  tokenHash: Buffer,
  nowMs: number,
  idleMs: number,
): Promise<void> {
  await db.rows(TOUCH, [tokenHash, new Date(nowMs + idleMs), new Date(nowMs)]);
}

/** A session in force, as its person sees it. */
export interface ListedSession {
  tokenHash: Buffer;
  userAgent: string;
  createdAt: Date;
  lastSeenAt: Date;
}

const MAX_LISTED = 100;

const LIST_OF_PERSON: Statement = {
  name: 'session-list-of-person',
  text: `select token_hash as "tokenHash", user_agent as "userAgent", created_at as "createdAt",
      coalesce(last_seen_at, created_at) as "lastSeenAt"
    from session where person_id = $1 and expires_at > $2 and idle_expires_at > $2
    order by coalesce(last_seen_at, created_at) desc, token_hash limit ${MAX_LISTED}`,
};

/** The sessions in force of a person, most recently used first. */
export function sessionListOfPerson(db: Queryable, personId: string, now: Date): Promise<ListedSession[]> {
  return db.rows<ListedSession>(LIST_OF_PERSON, [personId, now]);
}

const DELETE: Statement = { name: 'session-delete', text: 'delete from session where token_hash = $1' };
const DELETE_OF_PERSON: Statement = {
  name: 'session-delete-of-person',
  text: 'delete from session where person_id = $1 and token_hash = $2',
};
const DELETE_ALL_OF_PERSON: Statement = {
  name: 'session-delete-all-of-person',
  text: `with gone as (delete from session where person_id = $1 and token_hash <> $2 returning 1)
    select count(*)::int as count from gone`,
};

export async function sessionDelete(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.rows(DELETE, [tokenHash]);
}

/** Ends a session, if it belongs to that person. */
export async function sessionDeleteOfPerson(
  tx: Queryable,
  personId: string,
  tokenHash: Buffer,
): Promise<void> {
  await tx.rows(DELETE_OF_PERSON, [personId, tokenHash]);
}

/** Ends the sessions of a person. @param exceptToken the secret of the one that stays; empty for none @returns their number */
export async function sessionDeleteAllOfPerson(
  tx: Queryable,
  personId: string,
  exceptToken = '',
): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(DELETE_ALL_OF_PERSON, [personId, sha256(exceptToken)]);
  return row!.count;
}
