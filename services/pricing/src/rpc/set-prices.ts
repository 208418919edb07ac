import { SetPricesResponse, type SetPricesRequest } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { changePrices } from '../domain/price-change.ts';
import type { Deps } from '../deps.ts';
import { writePrices } from './write-prices.ts';

export const setPrices =
  (deps: Deps): Handler<SetPricesRequest, SetPricesResponse> =>
  (ctx, request) =>
    writePrices(deps, ctx, SetPricesResponse, request, (product) => changePrices(product, request));
