import { EditShippingResponse, type EditShippingRequest } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { replaceShipping } from '../domain/change-shipping.ts';
import { requireShipping } from '../domain/shipping-check.ts';
import { requireUnchanged } from '../domain/order.ts';
import type { Deps } from '../deps.ts';
import { statusFlowFind } from '../store/status-flow.ts';
import { changeOrder } from '../use-cases/change-order.ts';

export const editShipping =
  (deps: Deps): Handler<EditShippingRequest, EditShippingResponse> =>
  (ctx, { id, shipping, expectedVersion }) =>
    changeOrder(deps, ctx, EditShippingResponse, id, async (record, tx) => {
      requireUnchanged(record, expectedVersion);
      const flow = await statusFlowFind(tx, storeOf(ctx));
      return replaceShipping(record, flow, requireShipping(shipping), deps.clock.now());
    });
