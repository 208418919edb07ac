import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const CHUNK = 1_000;

// Row by row in small chunks: nobody waits long for a lock, and replicas pass each other by.
const expiry = (table: string, key: string, condition: string): Statement => ({
  name: `${table.replaceAll('_', '-')}-delete-expired`,
  text: `with gone as (
      delete from ${table} where ${key} in (
        select ${key} from ${table} where ${condition} limit ${CHUNK} for update skip locked)
      returning 1)
    select count(*)::int as count from gone`,
});

/** What is kept only for seconds: the encrypted answers of refreshes. */
export const SHORT_LIVED = [expiry('refresh_replay', 'token_hash', 'expires_at <= $1')];

/** What has had its time. */
export const EXPIRING = [
  ...SHORT_LIVED,
  expiry('session', 'token_hash', 'expires_at <= $1'),
  expiry('consent_request', 'id', 'expires_at <= $1'),
  expiry('authorization_code', 'code_hash', 'forget_at <= $1'),
  expiry('refresh_token', 'token_hash', 'expires_at <= $1'),
  expiry('mailed_token', 'token_hash', 'expires_at <= $1'),
  expiry('invitation', 'id', 'expires_at <= $1'),
  expiry('developer_sign_up', 'id', 'expires_at <= $1'),
  expiry('signing_key', 'kid', 'remove_at <= $1'),
  expiry('client_secret', 'secret_hash', 'expires_at <= $1'),
];

/** What has had its time in the limits database. */
export const EXPIRING_LIMITS = [
  expiry('rate_window', 'key', 'expires_at <= $1'),
  expiry('key_claim', 'key_hash', 'expires_at <= $1'),
  // A bucket is full again long before; a full one and none are the same.
  expiry(
    'rate_bucket',
    'installation_id',
    'refreshed_ms <= (extract(epoch from $1::timestamptz) - 3600) * 1000',
  ),
];

/** Deletes one chunk of expired rows. @returns whether there may be more */
export async function deleteExpired(db: Queryable, statement: Statement, now: Date): Promise<boolean> {
  const [row] = await db.rows<{ count: number }>(statement, [now]);
  return row!.count >= CHUNK;
}
