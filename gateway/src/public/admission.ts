import {
  Verdict,
  type AdmitResponse_Decision,
  type KeyClaim,
} from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Services } from '../grpc/services.ts';
import type { AccessToken } from '../oauth/access-token.ts';
import { batchContext } from '../grpc/services.ts';
import { coalesce } from '../grpc/coalesce.ts';

/** Whether an installation's request may go on, and what is left of its quota. */
export type Decision = AdmitResponse_Decision;

/**
 * Asks auth about every request; those that arrive together share one call, none joins a call already sent. A write with an
 * idempotency key claims it for its installation, whatever service it goes to.
 */
export type Admit = (
  ctx: Context,
  { installationId, generation }: AccessToken,
  claim?: KeyClaim,
) => Promise<Decision>;

interface Asked {
  ctx: Context;
  installationId: string;
  generation: number;
  claim: KeyClaim | undefined;
}

/** Admission of public requests by the auth service. */
export function admissionBy(service: Services['admission']): Admit {
  const load = coalesce<Asked, Decision>(async (asked) => {
    const items = asked.map(({ installationId, generation, claim }) => ({
      installationId,
      generation,
      claim,
    }));
    const { decisions } = await service.admit(batchContext(asked.map(({ ctx }) => ctx)), { items });
    return decisions;
  });
  return (ctx, { installationId, generation }, claim) => load({ ctx, installationId, generation, claim });
}

/** The headers that tell a client what is left of its quota (draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitHeaders({ verdict, limit, remaining, resetMs }: Decision): Record<string, string> {
  if (verdict === Verdict.REFUSED) return {};
  return {
    'RateLimit-Policy': `"default";q=${limit};w=60`,
    RateLimit: `"default";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
  };
}
