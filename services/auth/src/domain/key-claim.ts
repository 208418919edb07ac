import {
  Verdict,
  type AdmitRequest_Item,
  type AdmitResponse_Decision,
} from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { Refusal } from '@commerce/proto/commerce/common/v1/refusal.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';

/** Time for which a key belongs to one request (contract, section 8), in ms. */
export const KEY_MS = 24 * 3_600_000;

/** A key that a request of the batch uses. */
export interface ClaimedKey {
  /** SHA-256 of installation and key, in hexadecimal. */
  keyHash: string;
  fingerprint: Uint8Array;
}

/** The request that owns a key, and its refusal, if any. */
export interface KeyOwner {
  fingerprint: Uint8Array;
  refusal: Refusal | undefined;
}

/** The stored form of a key, in hexadecimal. */
export const hashOfKey = (installationId: string, key: string): string =>
  sha256(`${installationId}\n${key}`).toString('hex');

/** The key of each request that is admitted with one, in the order of the batch; undefined for the others. */
export function claimedKeys(
  items: readonly AdmitRequest_Item[],
  decisions: readonly AdmitResponse_Decision[],
): (ClaimedKey | undefined)[] {
  return items.map(({ installationId, claim }, index) =>
    claim === undefined || decisions[index]!.verdict !== Verdict.ADMITTED
      ? undefined
      : {
          keyHash: hashOfKey(installationId, claim.key),
          fingerprint: claim.fingerprint,
        },
  );
}

/** Each key once, with the first request that uses it. */
export function firstUses(keys: readonly (ClaimedKey | undefined)[]): ClaimedKey[] {
  const first = new Map<string, ClaimedKey>();
  for (const key of keys) if (key !== undefined && !first.has(key.keyHash)) first.set(key.keyHash, key);
  return [...first.values()];
}

/** Adds the owners of the keys to the decisions: a conflict for the key of another request, a stored refusal for a repeated one. */
export function decideKeys(
  decisions: readonly AdmitResponse_Decision[],
  keys: readonly (ClaimedKey | undefined)[],
  owners: ReadonlyMap<string, KeyOwner>,
): AdmitResponse_Decision[] {
  return decisions.map((decision, index) => {
    const key = keys[index];
    if (key === undefined) return decision;
    const { fingerprint, refusal } = owners.get(key.keyHash)!;
    if (Buffer.compare(fingerprint, key.fingerprint) !== 0)
      return { ...decision, verdict: Verdict.KEY_CONFLICT };
    return { ...decision, refusal };
  });
}
