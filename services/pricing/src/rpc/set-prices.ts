import type { SetPricesRequest, SetPricesResponse } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { changePrices } from '../domain/price-change.ts';
import { writePrices } from '../use-cases/write-prices.ts';

export const setPrices =
  (deps: Deps): Handler<SetPricesRequest, SetPricesResponse> =>
  (ctx, request) =>
    writePrices(deps, ctx, { ...request, change: (product) => changePrices(product, request) });
