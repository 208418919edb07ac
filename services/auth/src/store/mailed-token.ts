import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** Purpose of a mailed link. */
export type TokenPurpose = 'password_reset' | 'invitation' | 'sign_up';

const INSERT: Statement = {
  name: 'mailed-token-insert',
  text: `insert into mailed_token (token_hash, purpose, subject_id, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
};
const FIND: Statement = {
  name: 'mailed-token-find',
  text: `select subject_id from mailed_token where token_hash = $1 and purpose = $2 and expires_at > $3`,
};
const DELETE_OF_SUBJECT: Statement = {
  name: 'mailed-token-delete-of-subject',
  text: 'delete from mailed_token where subject_id = $1 returning token_hash',
};

/** Stores the hash of a mailed link's secret. */
export async function mailedTokenInsert(
  db: Queryable,
  token: { tokenHash: Buffer; purpose: TokenPurpose; subjectId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  const { tokenHash, purpose, subjectId, createdAt, expiresAt } = token;
  await db.rows(INSERT, [tokenHash, purpose, subjectId, createdAt, expiresAt]);
}

/** The id of the subject of a mailed link; undefined when the link is unknown, used or expired. */
export async function mailedTokenFind(
  db: Queryable,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db.rows<{ subject_id: string }>(FIND, [sha256(token), purpose, now]);
  return row?.subject_id;
}

/**
 * Invalidates every mailed link of that subject.
 * @returns the hashes of their secrets; a caller whose hash is among them was the first to use its link
 */
export async function mailedTokenDeleteOfSubject(tx: Queryable, subjectId: string): Promise<Buffer[]> {
  const rows = await tx.rows<{ token_hash: Buffer }>(DELETE_OF_SUBJECT, [subjectId]);
  return rows.map((row) => row.token_hash);
}
