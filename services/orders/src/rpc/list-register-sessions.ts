import type {
  ListRegisterSessionsRequest,
  ListRegisterSessionsResponse,
} from '@commerce/proto/commerce/orders/v1/registers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import { END_OF_TIME_MS } from '../domain/order-search.ts';
import { sessionOf } from '../domain/register.ts';
import type { Deps } from '../deps.ts';
import { registerSessionList } from '../store/register-session.ts';

export const listRegisterSessions =
  ({ db }: Deps): Handler<ListRegisterSessionsRequest, ListRegisterSessionsResponse> =>
  async (ctx, { pageToken, shopId, openedBy, ...request }) => {
    const limit = pageSize(request.limit);
    const [beforeMs] = (decodePosition(pageToken) ?? [END_OF_TIME_MS]) as [number];
    const found = await registerSessionList(db, storeOf(ctx), {
      before: new Date(beforeMs),
      shopId,
      openedBy,
      limit: limit + 1,
    });
    const { rows, next } = cutPage(found, limit, ({ openedAt }) => [openedAt.getTime()]);
    return { sessions: rows.map(sessionOf), nextPageToken: encodePosition(next) };
  };
