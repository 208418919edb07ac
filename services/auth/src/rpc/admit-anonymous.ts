import type {
  AdmitAnonymousRequest,
  AdmitAnonymousResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { countRequest } from '../use-cases/count-request.ts';

/** Counts requests without a session per address. The forms behind it have narrower limits. */
export const admitAnonymous =
  ({ limits, clock, rules }: Deps): Handler<AdmitAnonymousRequest, AdmitAnonymousResponse> =>
  async (_ctx, { ip }) => ({
    retryAfterS: await countRequest(limits, clock.now(), [[`anonymous\n${ip}`, rules.anonymousRequests]]),
  });
