import type {
  ListDeliveriesRequest,
  ListDeliveriesResponse,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { DeliveryState } from '@commerce/proto/commerce/webhooks/v1/values.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import { requireEnumName } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { EVENT_TYPES } from '../domain/event-types.ts';
import { requireTime } from '../domain/replay.ts';
import { deliveryList, deliveryListOfEvent, type DeliveryFilter } from '../store/delivery-log.ts';

export const listDeliveries =
  ({ db }: Pick<Deps, 'db'>): Handler<ListDeliveriesRequest, ListDeliveriesResponse> =>
  async (_ctx, request) => {
    const { appId, toMs, limit, pageToken, eventId } = request;
    if (eventId !== undefined)
      return {
        deliveries: await deliveryListOfEvent(db, appId, eventId),
        nextPageToken: encodePosition(undefined),
      };
    const filter = filterOf(request);
    const before = decodePosition(pageToken) ?? (toMs === undefined ? undefined : [toMs]);
    const { deliveries, next } = await deliveryList(db, appId, filter, before, pageSize(limit));
    return { deliveries, nextPageToken: encodePosition(next) };
  };

function filterOf({ state, type, storeId, fromMs, toMs }: ListDeliveriesRequest): DeliveryFilter {
  const stateName = state === undefined ? undefined : requireEnumName('state', DeliveryState, state);
  if (type !== undefined && !EVENT_TYPES.some((event) => event.type === type))
    throw invalid('type', 'Unknown event type.');
  requireTime('from', fromMs ?? 0);
  requireTime('to', toMs ?? 0);
  return { state: stateName, type, storeId, fromMs };
}
