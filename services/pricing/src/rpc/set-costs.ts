import type { SetCostsRequest, SetCostsResponse } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { changeCosts } from '../domain/price-change.ts';
import { writePrices } from '../use-cases/write-prices.ts';

export const setCosts =
  (deps: Deps): Handler<SetCostsRequest, SetCostsResponse> =>
  (ctx, request) =>
    writePrices(deps, ctx, { ...request, change: (product) => changeCosts(product, request) });
