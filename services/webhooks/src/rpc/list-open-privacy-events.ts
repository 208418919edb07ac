import type {
  ListOpenPrivacyEventsRequest,
  ListOpenPrivacyEventsResponse,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { deliveryListMandatoryOpen } from '../store/delivery-log.ts';

export const listOpenPrivacyEvents =
  ({ db }: Pick<Deps, 'db'>): Handler<ListOpenPrivacyEventsRequest, ListOpenPrivacyEventsResponse> =>
  async (_ctx, { appId, limit, pageToken }) => {
    const after = decodePosition(pageToken);
    const { deliveries, next } = await deliveryListMandatoryOpen(db, appId, after, pageSize(limit));
    return { deliveries, nextPageToken: encodePosition(next) };
  };
