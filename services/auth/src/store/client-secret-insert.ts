import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { ClientSecretRow } from './client-secret-list.ts';

const HINT_LENGTH = 4;

const STATEMENT: Statement = {
  name: 'client-secret-insert',
  text: `insert into client_secret (app_id, secret_hash, hint, created_at) values ($1, $2, $3, $4)
    returning id, hint, created_at, last_used_at, expires_at`,
};

/** Adds a client secret: only its hash is kept, and its last characters. */
export async function insertClientSecret(
  tx: Queryable,
  appId: string,
  secret: string,
  at: Date,
): Promise<ClientSecretRow> {
  const values = [appId, sha256(secret), secret.slice(-HINT_LENGTH), at];
  const [row] = await tx.rows<ClientSecretRow>(STATEMENT, values);
  return row!;
}
