import type { Queryable } from '@commerce/service-kit/db/database.ts';

/** What client authentication needs, in one look. */
export interface ClientRow {
  /** Null when there is no such client. */
  app_id: string | null;
  suspended: boolean;
  /** Hashes of the secrets in force. */
  secret_hashes: Buffer[];
  /** When each was used last, to some minutes; null for one that never was. */
  secrets_used_at: (Date | null)[];
}

const STATEMENT = {
  name: 'client-find-with-secrets',
  text: `select a.id as app_id,
      (a.suspended_at is not null or d.suspended_at is not null) as suspended,
      array(select secret_hash from client_secret
        where app_id = $1 and (expires_at is null or expires_at > $2) order by secret_hash) as secret_hashes,
      array(select last_used_at from client_secret
        where app_id = $1 and (expires_at is null or expires_at > $2) order by secret_hash) as secrets_used_at
    from (select 1) one
    left join app a on a.id = $1
    left join developer d on d.id = a.developer_id`,
};

/** The client and its secrets in force. */
export async function findClient(db: Queryable, clientId: string, now: Date): Promise<ClientRow> {
  const [row] = await db.rows<ClientRow>(STATEMENT, [clientId, now]);
  return row!;
}
