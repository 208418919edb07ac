import { EditShippingResponse, type EditShippingRequest } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion, stampVersion } from '@commerce/service-kit/version.ts';
import { editShipping as edit } from '../domain/change-shipping.ts';
import { requireShipping } from '../domain/shipping-check.ts';
import { changeOrder } from './change-order.ts';
import type { Deps } from '../deps.ts';

export const editShipping =
  (deps: Deps): Handler<EditShippingRequest, EditShippingResponse> =>
  (ctx, { id, shipping, expectedVersion }) =>
    changeOrder(deps, ctx, EditShippingResponse, id, (record) => {
      requireVersion(expectedVersion, stampVersion(record.order.updatedAtMs));
      return edit(record, requireShipping(shipping));
    });
