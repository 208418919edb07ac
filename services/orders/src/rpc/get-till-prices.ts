import type { GetTillPricesRequest, GetTillPricesResponse } from '@commerce/proto/commerce/orders/v1/till.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { priceItems } from '../use-cases/price-items.ts';

export const getTillPrices =
  (deps: Deps): Handler<GetTillPricesRequest, GetTillPricesResponse> =>
  async (ctx, { shopId, items }) => {
    const prices = await priceItems(deps, ctx, shopId, items);
    return { results: prices.map((price) => ({ price })) };
  };
