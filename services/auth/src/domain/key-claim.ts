import {
  Verdict,
  type AdmitRequest_Item,
  type AdmitResponse_Decision,
} from '@commerce/proto/commerce/auth/v1/admission.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';

/** How long a key belongs to one request (contract, section 8), in ms. */
export const KEY_MS = 24 * 3_600_000;

/** A key that a request of the batch uses. */
export interface ClaimedKey {
  /** SHA-256 of installation and key, in hexadecimal. */
  keyHash: string;
  fingerprint: Uint8Array;
}

/** The key of each request that is admitted with one, in the order of the batch; undefined for the others. */
export function claimedKeys(
  items: readonly AdmitRequest_Item[],
  decisions: readonly AdmitResponse_Decision[],
): (ClaimedKey | undefined)[] {
  return items.map(({ installationId, claim }, at) =>
    claim === undefined || decisions[at]!.verdict !== Verdict.ADMITTED
      ? undefined
      : {
          keyHash: sha256(`${installationId}\n${claim.key}`).toString('hex'),
          fingerprint: claim.fingerprint,
        },
  );
}

/** Each key once, with the request that comes first. */
export function firstUses(keys: readonly (ClaimedKey | undefined)[]): ClaimedKey[] {
  const first = new Map<string, ClaimedKey>();
  for (const key of keys) if (key !== undefined && !first.has(key.keyHash)) first.set(key.keyHash, key);
  return [...first.values()];
}

/** The decisions, with a conflict for each request whose key belongs to another. @param owners fingerprint by key hash */
export function refuseConflicts(
  decisions: readonly AdmitResponse_Decision[],
  keys: readonly (ClaimedKey | undefined)[],
  owners: ReadonlyMap<string, Uint8Array>,
): AdmitResponse_Decision[] {
  return decisions.map((decision, at) => {
    const key = keys[at];
    const isOwner = key === undefined || Buffer.compare(owners.get(key.keyHash)!, key.fingerprint) === 0;
    return isOwner ? decision : { ...decision, verdict: Verdict.KEY_CONFLICT };
  });
}
