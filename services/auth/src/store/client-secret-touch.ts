import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT: Statement = {
  name: 'client-secret-touch',
  text: 'update client_secret set last_used_at = $3 where app_id = $1 and secret_hash = $2',
};

/** Notes that a client secret was used. */
export async function touchClientSecret(
  db: Queryable,
  appId: string,
  secretHash: Buffer,
  at: Date,
): Promise<void> {
  await db.rows(STATEMENT, [appId, secretHash, at]);
}
