import type {
  SignOutEverywhereRequest,
  SignOutEverywhereResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../sessions/person-of.ts';
import { deleteSessionsOfPerson } from '../store/session-delete-of-person.ts';

/** Ends the sessions of a person. */
export function signOutEverywhere({
  database,
}: Deps): Handler<SignOutEverywhereRequest, SignOutEverywhereResponse> {
  return async (ctx, { exceptSessionToken }) => ({
    endedSessions: await deleteSessionsOfPerson(database, personOf(ctx), exceptSessionToken),
  });
}
