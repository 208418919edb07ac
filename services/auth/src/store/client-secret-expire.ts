import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT: Statement = {
  name: 'client-secret-expire',
  text: `update client_secret set expires_at = $3
    where app_id = $1 and id = any($2) and (expires_at is null or expires_at > $3)`,
};

/** Ends client secrets of an app at that time, but for those that end before. */
export async function expireClientSecrets(
  tx: Queryable,
  appId: string,
  ids: string[],
  at: Date,
): Promise<void> {
  await tx.rows(STATEMENT, [appId, ids, at]);
}
