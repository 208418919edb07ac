import type {
  SignOutEverywhereRequest,
  SignOutEverywhereResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { requirePerson } from '../domain/actor.ts';
import { personLock } from '../store/person.ts';
import { sessionDeleteAllOfPerson } from '../store/session.ts';

/** Ends the sessions of a person. */
export const signOutEverywhere =
  ({ db, prisma }: Deps): Handler<SignOutEverywhereRequest, SignOutEverywhereResponse> =>
  (ctx, { exceptSessionToken }) =>
    db.transaction(async (tx) => {
      const personId = requirePerson(ctx);
      // Waits for sessions that are being opened, so that these end as well.
      await personLock(tx, personId);
      return { endedSessions: await sessionDeleteAllOfPerson(prisma, personId, exceptSessionToken) };
    });
