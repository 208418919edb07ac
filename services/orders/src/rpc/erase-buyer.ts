import type { EraseBuyerRequest, EraseBuyerResponse } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { eraseFromOrders } from '../use-cases/erase-from-orders.ts';

export const eraseBuyer =
  (deps: Deps): Handler<EraseBuyerRequest, EraseBuyerResponse> =>
  async (ctx, { customerId, openOrdersRecorded }) => {
    if (!isId('cus', customerId)) throw invalid('customer_id', 'Must be the id of a customer.');
    return eraseFromOrders(deps, ctx, customerId, openOrdersRecorded);
  };
