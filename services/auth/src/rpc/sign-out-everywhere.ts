import type {
  SignOutEverywhereRequest,
  SignOutEverywhereResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { requirePerson } from '../domain/actor.ts';
import { sessionDeleteAllOfPerson } from '../store/session.ts';

/** Ends the sessions of a person. */
export const signOutEverywhere =
  ({ prisma }: Deps): Handler<SignOutEverywhereRequest, SignOutEverywhereResponse> =>
  async (ctx, { exceptSessionToken }) => ({
    endedSessions: await sessionDeleteAllOfPerson(prisma, requirePerson(ctx), exceptSessionToken),
  });
