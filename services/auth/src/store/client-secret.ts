import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { ClientSecretRecord } from '../domain/client-secret.ts';
import type { Prisma } from './prisma.ts';
import { recordFind } from './records.ts';

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

/** Columns of a ClientRecord, over CLIENT_TABLES. */
export const CLIENT_COLUMNS = `a.id as app_id, (a.suspended_at is not null or d.suspended_at is not null) as suspended,
      array(select secret_hash from client_secret
        where app_id = $1 and (expires_at is null or expires_at > $2) order by secret_hash) as secret_hashes,
      array(select last_used_at from client_secret
        where app_id = $1 and (expires_at is null or expires_at > $2) order by secret_hash) as secrets_used_at`;
/** One row for the client $1, whether it exists or not. */
export const CLIENT_TABLES = `(select 1) one
    left join app a on a.id = $1
    left join developer d on d.id = a.developer_id`;

const FIND_CLIENT = statement('client-find', `select ${CLIENT_COLUMNS} from ${CLIENT_TABLES}`);

/** The client and its secrets in force. */
export async function clientFind(db: Queryable, clientId: string, now: Date): Promise<ClientRecord> {
  return (await recordFind<ClientRecord>(db, FIND_CLIENT, [clientId, now]))!;
}

const HINT_LENGTH = 4;
const COLUMNS = { id: true, hint: true, createdAt: true, lastUsedAt: true, expiresAt: true };

/** Matches the secrets that are in force after a time. */
const inForceAfter = (at: Date) => ({ OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] });

/** Adds a client secret, of which only the hash and the last characters are stored. */
export async function clientSecretInsert(
  prisma: Prisma,
  appId: string,
  secret: string,
  createdAt: Date,
): Promise<ClientSecretRecord> {
  const data = { appId, secretHash: sha256(secret), hint: secret.slice(-HINT_LENGTH), createdAt };
  return prisma.acrossStores.clientSecret.create({ data, select: COLUMNS });
}

/** The client secrets of an app that are in force, newest first; bounded by the maximum per app. */
export async function clientSecretList(
  prisma: Prisma,
  appId: string,
  now: Date,
): Promise<ClientSecretRecord[]> {
  return prisma.acrossStores.clientSecret.findMany({
    where: { appId, ...inForceAfter(now) },
    select: COLUMNS,
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });
}

/** Ends client secrets of an app at that time; those that end earlier are left as they are. */
export async function clientSecretExpire(
  prisma: Prisma,
  appId: string,
  ids: string[],
  expiresAt: Date,
): Promise<void> {
  const where = { appId, id: { in: ids }, ...inForceAfter(expiresAt) };
  await prisma.acrossStores.clientSecret.updateMany({ where, data: { expiresAt } });
}

const TOUCH = statement(
  'client-secret-update-last-used',
  'update client_secret set last_used_at = $3 where app_id = $1 and secret_hash = $2',
);

/** Records the use of a client secret. */
export async function clientSecretTouch(
  db: Queryable,
  appId: string,
  secretHash: Buffer,
  at: Date,
): Promise<void> {
  await db.rows(TOUCH, [appId, secretHash, at]);
}
