import {
  RefusalReason,
  Verdict,
  type AdmitRequest_Item,
  type AdmitResponse_Decision,
} from '@commerce/proto/commerce/auth/v1/admission.ts';

/** The requests of one installation in one token generation. */
export interface AskedGroup {
  installationId: string;
  generation: number;
  count: number;
}

/** How fast a bucket fills, and how much it holds. */
export interface Rate {
  burst: number;
  /** Tokens gained in a ms. */
  perMs: number;
}

/** The rate of a limit in requests a minute: a tenth may come at once. */
export const rateOf = (perMinute: number): Rate => ({
  burst: Math.max(1, perMinute / 10),
  perMs: perMinute / 60_000,
});

/** The bucket of an installation in force, after the batch. */
export interface BucketAfter extends Rate {
  /** How many of the batch's requests it let through. */
  granted: number;
  /** What is left. */
  tokens: number;
}

const REFUSED: AdmitResponse_Decision = {
  verdict: Verdict.REFUSED,
  limit: 0,
  remaining: 0,
  resetMs: 0,
  retryAfterMs: 0,
  refusalReason: RefusalReason.UNSPECIFIED,
};
// Sums of fractions may come out a hair below the whole number that they are.
const HAIR = 1e-9;

const keyOf = (installationId: string, generation: number): string => `${installationId}/${generation}`;

/** Puts the requests of one installation and generation together, so that each bucket is touched once. */
export function groupAsked(items: readonly AdmitRequest_Item[]): Map<string, AskedGroup> {
  const groups = new Map<string, AskedGroup>();
  for (const { installationId, generation } of items) {
    const key = keyOf(installationId, generation);
    const group = groups.get(key);
    if (group) group.count += 1;
    else groups.set(key, { installationId, generation, count: 1 });
  }
  return groups;
}

/**
 * A decision for each request, in order: the first of an installation get what its bucket granted.
 * @param bucketOf the bucket after the batch; undefined when the installation or the generation is not in force
 */
export function decideAdmissions(
  items: readonly AdmitRequest_Item[],
  bucketOf: (item: AdmitRequest_Item) => BucketAfter | undefined,
): AdmitResponse_Decision[] {
  const taken = new Map<BucketAfter, number>();
  return items.map((item) => {
    const bucket = bucketOf(item);
    if (bucket === undefined) return REFUSED;
    const nth = (taken.get(bucket) ?? 0) + 1;
    taken.set(bucket, nth);
    return nth <= bucket.granted ? admitted(bucket, bucket.granted - nth) : limited(bucket);
  });
}

function admitted(bucket: BucketAfter, stillToTake: number): AdmitResponse_Decision {
  const tokens = bucket.tokens + stillToTake;
  return {
    verdict: Verdict.ADMITTED,
    limit: Math.round(bucket.perMs * 60_000),
    remaining: Math.floor(tokens + HAIR),
    resetMs: msToGain(bucket, bucket.burst - tokens),
    retryAfterMs: 0,
    refusalReason: RefusalReason.UNSPECIFIED,
  };
}

function limited(bucket: BucketAfter): AdmitResponse_Decision {
  return {
    verdict: Verdict.LIMITED,
    limit: Math.round(bucket.perMs * 60_000),
    remaining: 0,
    resetMs: msToGain(bucket, bucket.burst - bucket.tokens),
    retryAfterMs: msToGain(bucket, 1 - bucket.tokens),
    refusalReason: RefusalReason.UNSPECIFIED,
  };
}

function msToGain({ perMs }: BucketAfter, tokens: number): number {
  return Math.max(0, Math.ceil(tokens / perMs - HAIR));
}

/** Why a token of an installation is refused; one of an earlier generation was revoked. */
export function refusalReasonOf(found: { state: string; suspended: boolean } | undefined): RefusalReason {
  if (found === undefined) return RefusalReason.UNSPECIFIED;
  if (found.state === 'uninstalled') return RefusalReason.UNINSTALLED;
  return found.suspended ? RefusalReason.SUSPENDED : RefusalReason.REVOKED;
}
