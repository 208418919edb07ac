import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, type Statement } from '@commerce/service-kit/db/statement.ts';

const CHUNK = 1_000;

// Row by row in small chunks: no transaction waits long for a lock, and replicas skip each other's rows.
const deleteWhere = (table: string, key: string, condition: string) =>
  statement(
    `${table.replaceAll('_', '-')}-delete-expired`,
    `with gone as (
      delete from ${table} where ${key} in (
        select ${key} from ${table} where ${condition} limit ${CHUNK} for update skip locked)
      returning 1)
    select count(*)::int as count from gone`,
  );

/** Deletes rows that live only for seconds: the encrypted responses of refreshes. */
export const SHORT_LIVED = [deleteWhere('refresh_replay', 'token_hash', 'expires_at <= $1')];

/** Deletes expired rows of the main database. */
export const EXPIRING = [
  ...SHORT_LIVED,
  deleteWhere('session', 'token_hash', 'expires_at <= $1'),
  deleteWhere('consent_request', 'id', 'expires_at <= $1'),
  deleteWhere('authorization_code', 'code_hash', 'forget_at <= $1'),
  deleteWhere('refresh_token', 'token_hash', 'expires_at <= $1'),
  deleteWhere('mailed_token', 'token_hash', 'expires_at <= $1'),
  deleteWhere('invitation', 'id', 'expires_at <= $1'),
  deleteWhere('developer_invitation', 'id', 'expires_at <= $1'),
  deleteWhere('developer_sign_up', 'id', 'expires_at <= $1'),
  deleteWhere('signing_key', 'kid', 'remove_at <= $1'),
  deleteWhere('client_secret', 'secret_hash', 'expires_at <= $1'),
];

/** Deletes expired rows of the limits database. */
export const EXPIRING_LIMITS = [
  deleteWhere('rate_window', 'key', 'expires_at <= $1'),
  deleteWhere('key_claim', 'key_hash', 'expires_at <= $1'),
  // A bucket is full again long before; a full bucket and a missing one are equivalent.
  deleteWhere(
    'rate_bucket',
    'installation_id',
    'refreshed_ms <= (extract(epoch from $1::timestamptz) - 3600) * 1000',
  ),
];

/** Deletes one chunk of expired rows. @returns true when there may be more */
export async function expiredDelete(db: Queryable, expiring: Statement, now: Date): Promise<boolean> {
  const [row] = await db.rows<{ count: number }>(expiring, [now]);
  return row!.count >= CHUNK;
}
