import type { EndSessionRequest, EndSessionResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { requirePerson } from '../domain/actor.ts';
import { sessionHash } from '../domain/session-id.ts';
import { sessionDeleteOfPerson } from '../store/session.ts';

/** Ends one session of a person. */
export const endSession =
  ({ prisma }: Deps): Handler<EndSessionRequest, EndSessionResponse> =>
  async (ctx, { sessionId }) => {
    await sessionDeleteOfPerson(prisma, requirePerson(ctx), sessionHash(sessionId));
    return {};
  };
