import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { Session } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';
import { recordFind, recordList } from './records.ts';

// Locks the person: a concurrent change of the password waits and then deletes this session, or it is seen here.
const INSERT = statement(
  'session-insert',
  `insert into session (token_hash, person_id, created_at, expires_at, idle_expires_at, user_agent, cli)
    select $1::bytea, id, $4::timestamptz, $5::timestamptz, $6::timestamptz, $7::text, $8::boolean
    from person where id = $2 and password_hash = $3 for share
    returning token_hash`,
);

/**
 * Opens a session, of whose secret only the hash is stored.
 * @param passwordHash hash of the password that the person has proved to know
 * @returns false when the person has another password by now
 */
export async function sessionInsert(
  db: Queryable,
  session: Omit<Session, 'lastSeenAt'>,
  passwordHash: string,
): Promise<boolean> {
  const { tokenHash, personId, createdAt, expiresAt, idleExpiresAt, userAgent, cli } = session;
  const values = [tokenHash, personId, passwordHash, createdAt, expiresAt, idleExpiresAt, userAgent, cli];
  return (await db.rows(INSERT, values)).length > 0;
}

/** A session in force, with its person. */
export interface SessionRecord {
  personId: string;
  idleExpiresAt: Date;
  email: string;
  name: string;
  language: string;
  cli: boolean;
}

const FIND = statement(
  'session-find',
  `select s.person_id, s.idle_expires_at, s.cli, p.email, p.name, p.language
    from session s join person p on p.id = s.person_id
    where s.token_hash = $1 and s.expires_at > $2 and s.idle_expires_at > $2`,
);

/** The session of a token, if it is in force. */
export function sessionFind(db: Queryable, tokenHash: Buffer, now: Date): Promise<SessionRecord | undefined> {
  return recordFind<SessionRecord>(db, FIND, [tokenHash, now]);
}

const TOUCH = statement(
  'session-update-last-seen',
  `update session set idle_expires_at = greatest(idle_expires_at, $2),
    last_seen_at = greatest(last_seen_at, $3) where token_hash = $1`,
);

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

const LIST_OF_PERSON = statement(
  'session-list-of-person',
  `select token_hash, user_agent, created_at, coalesce(last_seen_at, created_at) as last_seen_at
    from session where person_id = $1 and expires_at > $2 and idle_expires_at > $2
    order by coalesce(last_seen_at, created_at) desc, token_hash limit ${MAX_LISTED}`,
);

/** The sessions in force of a person, most recently used first. */
export function sessionListOfPerson(db: Queryable, personId: string, now: Date): Promise<ListedSession[]> {
  return recordList<ListedSession>(db, LIST_OF_PERSON, [personId, now]);
}

export async function sessionDelete(prisma: Prisma, token: string): Promise<void> {
  await prisma.acrossStores.session.deleteMany({ where: { tokenHash: sha256(token) } });
}

/** Ends a session, if it belongs to that person. */
export async function sessionDeleteOfPerson(
  prisma: Prisma,
  personId: string,
  tokenHash: Buffer<ArrayBuffer>,
): Promise<void> {
  await prisma.acrossStores.session.deleteMany({ where: { personId, tokenHash } });
}

/** Ends the sessions of a person. @param exceptToken the secret of the one that stays; empty for none @returns their number */
export async function sessionDeleteAllOfPerson(
  prisma: Prisma,
  personId: string,
  exceptToken = '',
): Promise<number> {
  const where = { personId, tokenHash: { not: sha256(exceptToken) } };
  return (await prisma.acrossStores.session.deleteMany({ where })).count;
}
