import { LRUCache } from 'lru-cache';
import {
  Verdict,
  type AdmitResponse_Decision,
  type KeyClaim,
} from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Services } from '../grpc/services.ts';
import type { AccessToken } from './access-token.ts';
import { batchContext } from '../grpc/services.ts';
import { coalesce } from '../grpc/coalesce.ts';

/** Whether an installation's request may go on, and what is left of its quota. */
export type Decision = AdmitResponse_Decision;

/** Admission of public requests. */
export interface AdmissionGate {
  /**
   * Asks auth about every request; those that arrive together share one call, none joins a call already sent. A write with an
   * idempotency key claims it for its installation, whatever service it goes to.
   */
  admit(ctx: Context, token: AccessToken, claim?: KeyClaim): Promise<Decision>;
  /**
   * Whether a read may be sent to its service beside the question: only as many as the installation's quota covered when auth last
   * answered, so none of one that was refused or limited, and refused callers do not load the services. It decides the order alone.
   */
  mayReadEarly(installationId: string): boolean;
}

/** What the gateway last saw of an installation. */
interface Standing {
  /** How many requests its last decision left it. */
  remaining: number;
  /** Questions that auth has not answered. */
  unanswered: number;
}

/** Reads that go out beside the first question about an installation. */
const FIRST_READS = 16;
const MAX_INSTALLATIONS = 10_000;

interface PendingAdmission {
  ctx: Context;
  installationId: string;
  generation: number;
  claim: KeyClaim | undefined;
  standing: Standing;
}

/** Admission of public requests by the auth service. */
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

/** The headers that tell a client what is left of its quota (draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitHeaders({ verdict, limit, remaining, resetMs }: Decision): Record<string, string> {
  if (verdict === Verdict.REFUSED) return {};
  return {
    'RateLimit-Policy': `"default";q=${limit};w=60`,
    RateLimit: `"default";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
  };
}
