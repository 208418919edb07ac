import {
  RefusalReason,
  Verdict,
  type AdmitRequest_Item,
  type AdmitResponse_Decision,
} from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { InstallationState } from './installation.ts';
import type { Plan } from './plan.ts';

/** An installation in force, with the plan that its limit follows from. */
export interface InstallationInForce {
  id: string;
  generation: number;
  plan: Plan;
}

/** The requests of one installation in one token generation. */
export interface RequestGroup {
  installationId: string;
  generation: number;
  count: number;
}

/** Fill rate and capacity of a bucket. */
export interface Rate {
  burst: number;
  /** Tokens gained per ms. */
  perMs: number;
}

/** The rate of a limit in requests a minute; the burst is a tenth of it. */
export const rateOf = (perMinute: number): Rate => ({
  burst: Math.max(1, perMinute / 10),
  perMs: perMinute / 60_000,
});

/** The bucket of an installation in force, after the batch. */
export interface BucketAfter extends Rate {
  /** Number of the batch's requests that it let through. */
  granted: number;
  /** Tokens left. */
  tokens: number;
}

/** The level of a bucket at a time. */
export interface BucketLevel {
  tokens: number;
  /** In ms since 1970. */
  refreshedMs: number;
}

const REFUSED: AdmitResponse_Decision = {
  verdict: Verdict.REFUSED,
  limit: 0,
  remaining: 0,
  resetMs: 0,
  retryAfterMs: 0,
  refusalReason: RefusalReason.UNSPECIFIED,
};
// Sums of fractions may end slightly below the whole number that they represent.
const EPSILON = 1e-9;

/** Requests that a bucket lets through now. @param last its level after the last request; undefined before the first */
export function requestsLeft({ burst, perMs }: Rate, last: BucketLevel | undefined, nowMs: number): number {
  if (last === undefined) return Math.floor(burst);
  const gained = Math.max(0, nowMs - last.refreshedMs) * perMs;
  return Math.floor(Math.min(burst, last.tokens + gained) + EPSILON);
}

const keyOf = (installationId: string, generation: number): string => `${installationId}/${generation}`;

/** Groups the requests by installation and generation, so that each bucket is touched once. */
export function groupRequests(items: readonly AdmitRequest_Item[]): Map<string, RequestGroup> {
  const groups = new Map<string, RequestGroup>();
  for (const { installationId, generation } of items) {
    const key = keyOf(installationId, generation);
    const group = groups.get(key);
    if (group) group.count += 1;
    else groups.set(key, { installationId, generation, count: 1 });
  }
  return groups;
}

/**
 * A decision for each request, in order: the first requests of an installation use the tokens that its bucket granted.
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

function admitted(bucket: BucketAfter, stillToUse: number): AdmitResponse_Decision {
  const tokens = bucket.tokens + stillToUse;
  return {
    verdict: Verdict.ADMITTED,
    limit: Math.round(bucket.perMs * 60_000),
    remaining: Math.floor(tokens + EPSILON),
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
  return Math.max(0, Math.ceil(tokens / perMs - EPSILON));
}

/** The reason for refusing a token of an installation; one of an earlier generation was revoked. */
export function refusalReasonOf(
  found: { state: InstallationState; suspended: boolean; storeSuspended: boolean } | undefined,
): RefusalReason {
  if (found === undefined) return RefusalReason.UNSPECIFIED;
  if (found.state === 'uninstalled') return RefusalReason.UNINSTALLED;
  if (found.suspended) return RefusalReason.SUSPENDED;
  return found.storeSuspended ? RefusalReason.STORE_SUSPENDED : RefusalReason.REVOKED;
}
