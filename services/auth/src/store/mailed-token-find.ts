import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { TokenPurpose } from './mailed-token-create.ts';

const STATEMENT: Statement = {
  name: 'mailed-token-find',
  text: `select subject_id from mailed_token where token_hash = $1 and purpose = $2 and expires_at > $3`,
};

/** What a mailed link is about; undefined when it is unknown, used or has expired. */
export async function findMailedToken(
  db: Queryable,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db.rows<{ subject_id: string }>(STATEMENT, [sha256(token), purpose, now]);
  return row?.subject_id;
}
