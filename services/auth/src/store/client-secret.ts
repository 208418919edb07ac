import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { ClientSecretRecord } from '../domain/client-secret.ts';

/** Everything that client authentication needs, from one query. */
export interface ClientRecord {
  /** Null when the client does not exist. */
  appId: string | null;
  suspended: boolean;
  /** Hashes of the secrets in force. */
  secretHashes: Buffer[];
  /** Time of each secret's last use, accurate to some minutes; null for one never used. */
  secretsUsedAt: (Date | null)[];
}

const FIND_CLIENT: Statement = {
  name: 'client-find',
  text: `select a.id as "appId",
      (a.suspended_at is not null or d.suspended_at is not null) as suspended,
      array(select secret_hash from client_secret
        where app_id = $1 and (expires_at is null or expires_at > $2) order by secret_hash) as "secretHashes",
      array(select last_used_at from client_secret
        where app_id = $1 and (expires_at is null or expires_at > $2) order by secret_hash) as "secretsUsedAt"
    from (select 1) one
    left join app a on a.id = $1
    left join developer d on d.id = a.developer_id`,
};

/** The client and its secrets in force. */
export async function clientFind(db: Queryable, clientId: string, now: Date): Promise<ClientRecord> {
  const [client] = await db.rows<ClientRecord>(FIND_CLIENT, [clientId, now]);
  return client!;
}

const HINT_LENGTH = 4;
const COLUMNS =
  'id, hint, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt"';

const INSERT: Statement = {
  name: 'client-secret-insert',
  text: `insert into client_secret (app_id, secret_hash, hint, created_at) values ($1, $2, $3, $4)
    returning ${COLUMNS}`,
};
const LIST: Statement = {
  name: 'client-secret-list',
  text: `select ${COLUMNS}
    from client_secret where app_id = $1 and (expires_at is null or expires_at > $2)
    order by created_at desc, id`,
};
const EXPIRE: Statement = {
  name: 'client-secret-update-expiry',
  text: `update client_secret set expires_at = $3
    where app_id = $1 and id = any($2) and (expires_at is null or expires_at > $3)`,
};
const TOUCH: Statement = {
  name: 'client-secret-update-last-used',
  text: 'update client_secret set last_used_at = $3 where app_id = $1 and secret_hash = $2',
};

/** Adds a client secret, of which only the hash and the last characters are stored. */
export async function clientSecretInsert(
  tx: Queryable,
  appId: string,
  secret: string,
  at: Date,
): Promise<ClientSecretRecord> {
  const values = [appId, sha256(secret), secret.slice(-HINT_LENGTH), at];
  const [record] = await tx.rows<ClientSecretRecord>(INSERT, values);
  return record!;
}

/** The client secrets of an app that are in force, newest first; bounded by the maximum per app. */
export function clientSecretList(db: Queryable, appId: string, now: Date): Promise<ClientSecretRecord[]> {
  return db.rows(LIST, [appId, now]);
}

/** Ends client secrets of an app at that time; those that end earlier are left as they are. */
export async function clientSecretExpire(
  tx: Queryable,
  appId: string,
  ids: string[],
  at: Date,
): Promise<void> {
  await tx.rows(EXPIRE, [appId, ids, at]);
}

/** Records the use of a client secret. */
export async function clientSecretTouch(
  db: Queryable,
  appId: string,
  secretHash: Buffer,
  at: Date,
): Promise<void> {
  await db.rows(TOUCH, [appId, secretHash, at]);
}
