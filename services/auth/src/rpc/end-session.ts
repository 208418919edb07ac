import type { EndSessionRequest, EndSessionResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../sessions/person-of.ts';
import { sessionHash } from '../sessions/session-id.ts';
import { deleteSessionOfPerson } from '../store/session-delete-one-of-person.ts';

/** Ends one session of a person. */
export function endSession({ database }: Deps): Handler<EndSessionRequest, EndSessionResponse> {
  return async (ctx, { sessionId }) => {
    await deleteSessionOfPerson(database, personOf(ctx), sessionHash(sessionId));
    return {};
  };
}
