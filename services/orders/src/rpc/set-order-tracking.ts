import {
  SetOrderTrackingResponse,
  type SetOrderTrackingRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { track } from '../domain/change-shipping.ts';
import { checkTracking } from '../domain/shipping-check.ts';
import { requireUnchanged } from '../domain/order.ts';
import type { Deps } from '../deps.ts';
import { changeOrder } from '../use-cases/change-order.ts';

/** `POST /orders/:id/fulfillment` (contract, section 4). */
export const setOrderTracking =
  (deps: Deps): Handler<SetOrderTrackingRequest, SetOrderTrackingResponse> =>
  (ctx, { id, trackingNumber, trackingUrl, expectedVersion }) =>
    changeOrder(deps, ctx, SetOrderTrackingResponse, id, (record) => {
      requireUnchanged(record, expectedVersion);
      checkTracking({ trackingNumber, trackingUrl });
      return track(record, { trackingNumber, trackingUrl });
    });
