import { Refusal } from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { ClaimedKey } from '../domain/key-claim.ts';

// A claim that is gone (the database crashed since) is made again; one that has become another request's is left alone.
const STATEMENT = {
  name: 'key-claim-refuse',
  text: `insert into key_claim as k (key_hash, fingerprint, refusal, expires_at) values ($1, $2, $3, $4)
    on conflict (key_hash) do update set refusal = coalesce(k.refusal, excluded.refusal)
    where k.fingerprint = excluded.fingerprint
    returning refusal`,
};

/** Stores what a key's request was refused with, unless it has a refusal. @returns the refusal that it had before */
export async function refuseKey(
  db: Queryable,
  { keyHash, fingerprint }: ClaimedKey,
  refusal: Refusal,
  expiresAt: Date,
): Promise<Refusal | undefined> {
  const mine = Buffer.from(Refusal.encode(refusal).finish());
  const values = [Buffer.from(keyHash, 'hex'), Buffer.from(fingerprint), mine, expiresAt];
  const [row] = await db.rows<{ refusal: Buffer }>(STATEMENT, values);
  return row === undefined || row.refusal.equals(mine) ? undefined : Refusal.decode(row.refusal);
}
