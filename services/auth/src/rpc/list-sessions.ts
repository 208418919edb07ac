import type { ListSessionsRequest, ListSessionsResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import { safeEqual, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../sessions/person-of.ts';
import { sessionId } from '../sessions/session-id.ts';
import { listSessionsOfPerson } from '../store/session-list-of-person.ts';

/** Where a person is signed in. */
export function listSessions({ database, clock }: Deps): Handler<ListSessionsRequest, ListSessionsResponse> {
  return async (ctx, { sessionToken }) => {
    const own = sha256(sessionToken);
    const rows = await listSessionsOfPerson(database, personOf(ctx), new Date(clock.now()));
    const sessions = rows.map(({ token_hash, user_agent, created_at, last_seen_at }) => ({
      id: sessionId(token_hash),
      userAgent: user_agent,
      createdAtMs: created_at.getTime(),
      lastSeenAtMs: last_seen_at.getTime(),
      current: safeEqual(token_hash, own),
    }));
    return { sessions };
  };
}
