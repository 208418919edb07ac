import type { ClientSecret } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** A client secret, without the secret. */
export interface ClientSecretRow {
  id: string;
  hint: string;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
}

const STATEMENT: Statement = {
  name: 'client-secret-list',
  text: `select id, hint, created_at, last_used_at, expires_at
    from client_secret where app_id = $1 and (expires_at is null or expires_at > $2)
    order by created_at desc, id`,
};

/** The client secrets of an app that are in force, the newest first; bounded by how many it may have. */
export function listClientSecrets(db: Queryable, appId: string, now: Date): Promise<ClientSecretRow[]> {
  return db.rows(STATEMENT, [appId, now]);
}

/** The secret as it is told. */
export const toClientSecret = (row: ClientSecretRow): ClientSecret => ({
  id: row.id,
  hint: row.hint,
  createdAtMs: row.created_at.getTime(),
  lastUsedAtMs: row.last_used_at?.getTime(),
  expiresAtMs: row.expires_at?.getTime(),
});
