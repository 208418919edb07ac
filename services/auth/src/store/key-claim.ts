import { Refusal } from '@commerce/proto/commerce/common/v1/refusal.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { ClaimedKey, KeyOwner } from '../domain/key-claim.ts';

/**
 * A free or expired key becomes the request's. A key in use is touched without a change, so that it is locked and its current
 * owner is returned, whichever request was faster. Keys are locked in their order, so that batches of several replicas cannot
 * deadlock.
 */
export const KEY_CLAIM_UPSERT = statement(
  'key-claim-upsert',
  `insert into key_claim as k (key_hash, fingerprint, expires_at)
    select key_hash, fingerprint, $4 from unnest($1::bytea[], $2::bytea[]) as a (key_hash, fingerprint)
    order by key_hash
    on conflict (key_hash) do update set
      fingerprint = case when k.expires_at <= $3 then excluded.fingerprint else k.fingerprint end,
      refusal = case when k.expires_at <= $3 then null else k.refusal end,
      expires_at = case when k.expires_at <= $3 then excluded.expires_at else k.expires_at end
    returning encode(key_hash, 'hex') as key_hash, fingerprint, refusal`,
);

interface OwnerRow {
  key_hash: string;
  fingerprint: Buffer;
  refusal: Buffer | null;
}

/** Claims keys, each of which is given once. @returns the owner of each, by key hash */
export async function keyClaimUpsert(
  db: Queryable,
  keys: readonly ClaimedKey[],
  now: Date,
  expiresAt: Date,
): Promise<Map<string, KeyOwner>> {
  const rows = await db.rows<OwnerRow>(KEY_CLAIM_UPSERT, [
    keys.map(({ keyHash }) => Buffer.from(keyHash, 'hex')),
    keys.map(({ fingerprint }) => Buffer.from(fingerprint)),
    now,
    expiresAt,
  ]);
  return new Map(rows.map((row) => [row.key_hash, ownerOf(row)]));
}

const ownerOf = ({ fingerprint, refusal }: OwnerRow): KeyOwner => ({
  fingerprint,
  refusal: refusal === null ? undefined : Refusal.decode(refusal),
});

// A claim that was lost (the database crashed since) is recreated; one that now belongs to another request is left alone.
const REFUSE = statement(
  'key-claim-upsert-refusal',
  `insert into key_claim as k (key_hash, fingerprint, refusal, expires_at) values ($1, $2, $3, $4)
    on conflict (key_hash) do update set refusal = coalesce(k.refusal, excluded.refusal)
    where k.fingerprint = excluded.fingerprint
    returning refusal`,
);

/** Stores the refusal of a key's request, unless the key has one. @returns the refusal that it had before */
export async function keyClaimRefuse(
  db: Queryable,
  { keyHash, fingerprint }: ClaimedKey,
  refusal: Refusal,
  expiresAt: Date,
): Promise<Refusal | undefined> {
  const encoded = Buffer.from(Refusal.encode(refusal).finish());
  const values = [Buffer.from(keyHash, 'hex'), Buffer.from(fingerprint), encoded, expiresAt];
  const [row] = await db.rows<{ refusal: Buffer }>(REFUSE, values);
  return row === undefined || row.refusal.equals(encoded) ? undefined : Refusal.decode(row.refusal);
}
