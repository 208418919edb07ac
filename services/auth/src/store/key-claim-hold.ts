import { Refusal } from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { ClaimedKey, KeyOwner } from '../domain/key-claim.ts';

/**
 * A key that nobody has, or whose time is over, becomes that of the request; one that somebody has is touched, not changed,
 * so that it is locked and answered as it is now, whoever was faster. Keys are taken in their order, so that batches of several
 * replicas cannot lock each other out.
 */
export const KEY_CLAIM_HOLD = {
  name: 'key-claim-hold',
  text: `insert into key_claim as k (key_hash, fingerprint, expires_at)
    select key_hash, fingerprint, $4 from unnest($1::bytea[], $2::bytea[]) as a (key_hash, fingerprint)
    order by key_hash
    on conflict (key_hash) do update set
      fingerprint = case when k.expires_at <= $3 then excluded.fingerprint else k.fingerprint end,
      refusal = case when k.expires_at <= $3 then null else k.refusal end,
      expires_at = case when k.expires_at <= $3 then excluded.expires_at else k.expires_at end
    returning encode(key_hash, 'hex') as key_hash, fingerprint, refusal`,
};

interface OwnerRow {
  key_hash: string;
  fingerprint: Buffer;
  refusal: Buffer | null;
}

/** Claims keys, each given once. @returns by key hash, whose each is */
export async function holdKeys(
  db: Queryable,
  keys: readonly ClaimedKey[],
  now: Date,
  expiresAt: Date,
): Promise<Map<string, KeyOwner>> {
  const rows = await db.rows<OwnerRow>(KEY_CLAIM_HOLD, [
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
