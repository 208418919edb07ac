import { LRUCache } from 'lru-cache';
import {
  Verdict,
  type AdmitResponse_Decision,
  type KeyClaim,
} from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Services } from '../grpc/services.ts';
import type { AccessToken } from './access-token.ts';
import { batchContext, coalesce } from '../grpc/coalesce.ts';

/** Admission of a request of an installation, and the rest of its quota. */
export type Decision = AdmitResponse_Decision;

/** Admits public requests. */
export interface AdmissionGate {
  /**
   * Asks auth about every request. Requests that arrive together share one call; none joins a call already sent. A write
   * with an idempotency key claims it for its installation, across all services.
   */
  admit(ctx: Context, token: AccessToken, claim?: KeyClaim): Promise<Decision>;
  /**
   * Allows sending a read to its service in parallel with its admission: only as many as the installation's quota covered
   * in the last response of auth, and none for an installation that was refused or limited, so that refused callers do not
   * load the services. Affects the order of the calls only.
   */
  mayReadEarly(installationId: string): boolean;
}

/** Last known state of an installation. */
interface Standing {
  /** Remaining requests according to its last decision. */
  remaining: number;
  /** Admission calls that auth has not answered. */
  unanswered: number;
}

/** Reads that may run in parallel with the first admission call of an installation. */
const FIRST_READS = 16;
const MAX_INSTALLATIONS = 10_000;

interface PendingAdmission {
  ctx: Context;
  installationId: string;
  generation: number;
  claim: KeyClaim | undefined;
  standing: Standing;
}

/** Admits requests by asking the auth service. */
export function admissionBy(service: Services['admission']): AdmissionGate {
  const standings = new LRUCache<string, Standing>({ max: MAX_INSTALLATIONS });
  const standingOf = (installationId: string): Standing => {
    let standing = standings.get(installationId);
    if (standing === undefined)
      standings.set(installationId, (standing = { remaining: FIRST_READS, unanswered: 0 }));
    return standing;
  };
  const load = coalesce<PendingAdmission, Decision>(async (pending) => {
    const items = pending.map(({ installationId, generation, claim }) => ({
      installationId,
      generation,
      claim,
    }));
    try {
      const { decisions } = await service.admit(batchContext(pending.map(({ ctx }) => ctx)), { items });
      pending.forEach(({ standing }, at) => (standing.remaining = decisions[at]!.remaining));
      return decisions;
    } finally {
      for (const { standing } of pending) standing.unanswered -= 1;
    }
  });
  return {
    admit(ctx, { installationId, generation }, claim) {
      const standing = standingOf(installationId);
      standing.unanswered += 1;
      return load({ ctx, installationId, generation, claim, standing });
    },
    mayReadEarly(installationId) {
      const { remaining, unanswered } = standingOf(installationId);
      return unanswered < remaining;
    },
  };
}

/** Headers with the rest of the quota (draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitHeaders({ verdict, limit, remaining, resetMs }: Decision): Record<string, string> {
  if (verdict === Verdict.REFUSED) return {};
  return {
    'RateLimit-Policy': `"default";q=${limit};w=60`,
    RateLimit: `"default";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
  };
}
