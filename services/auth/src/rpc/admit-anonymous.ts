import type {
  AdmitAnonymousRequest,
  AdmitAnonymousResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { secondsToWait } from '../sessions/seconds-to-wait.ts';

/** Counts requests without a session per address. What they ask for has narrower limits of its own. */
export function admitAnonymous({
  limits,
  clock,
  rules,
}: Deps): Handler<AdmitAnonymousRequest, AdmitAnonymousResponse> {
  return async (_ctx, { ip }) => ({
    retryAfterS: await secondsToWait(limits, clock.now(), [[`anonymous\n${ip}`, rules.anonymousRequests]]),
  });
}
