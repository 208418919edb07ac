import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** What a mailed link is for. */
export type TokenPurpose = 'password_reset' | 'invitation' | 'sign_up';

const STATEMENT: Statement = {
  name: 'mailed-token-create',
  text: `insert into mailed_token (token_hash, purpose, subject_id, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
};

/** Keeps the hash of a mailed link's secret. */
export async function createMailedToken(
  db: Queryable,
  token: { tokenHash: Buffer; purpose: TokenPurpose; subjectId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  const { tokenHash, purpose, subjectId, createdAt, expiresAt } = token;
  await db.rows(STATEMENT, [tokenHash, purpose, subjectId, createdAt, expiresAt]);
}
