import type {
  ListUnsentEventsRequest,
  ListUnsentEventsResponse,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { UnsentReason } from '@commerce/proto/commerce/webhooks/v1/values.ts';
import { requireEnumName } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { unsentEventList } from '../store/unsent-event.ts';

export const listUnsentEvents =
  ({ db }: Pick<Deps, 'db'>): Handler<ListUnsentEventsRequest, ListUnsentEventsResponse> =>
  async (_ctx, { appId, storeId, eventId, reason: value, limit, pageToken }) => {
    const reason = value === undefined ? undefined : requireEnumName('reason', UnsentReason, value);
    const before = decodePosition(pageToken);
    const filter = { storeId, eventId, reason };
    const { events, next } = await unsentEventList(db, appId, filter, before, pageSize(limit));
    return { events, nextPageToken: encodePosition(next) };
  };
