import { SetCostsResponse, type SetCostsRequest } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { changeCosts } from '../domain/price-change.ts';
import type { Deps } from '../deps.ts';
import { writePrices } from './write-prices.ts';

export const setCosts =
  (deps: Deps): Handler<SetCostsRequest, SetCostsResponse> =>
  (ctx, request) =>
    writePrices(deps, ctx, SetCostsResponse, request, (product) => changeCosts(product, request));
