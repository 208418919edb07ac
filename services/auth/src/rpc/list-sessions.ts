import type { ListSessionsRequest, ListSessionsResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import { safeEqual, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { requirePerson } from '../domain/actor.ts';
import { sessionId } from '../domain/session-id.ts';
import { sessionListOfPerson } from '../store/session.ts';

/** The sessions of a person. */
export const listSessions =
  ({ db, clock }: Deps): Handler<ListSessionsRequest, ListSessionsResponse> =>
  async (ctx, { sessionToken }) => {
    const own = sha256(sessionToken);
    const listed = await sessionListOfPerson(db, requirePerson(ctx), new Date(clock.now()));
    const sessions = listed.map(({ tokenHash, userAgent, createdAt, lastSeenAt }) => ({
      id: sessionId(tokenHash),
      userAgent,
      createdAtMs: createdAt.getTime(),
      lastSeenAtMs: lastSeenAt.getTime(),
      current: safeEqual(tokenHash, own),
    }));
    return { sessions };
  };
