import {
  SetCompareAtPricesResponse,
  type SetCompareAtPricesRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { changeCompareAtPrices } from '../domain/price-change.ts';
import { compareAtOf } from './compare-at.ts';
import type { Deps } from '../deps.ts';
import { writePrices } from './write-prices.ts';

export const setCompareAtPrices =
  (deps: Deps): Handler<SetCompareAtPricesRequest, SetCompareAtPricesResponse> =>
  (ctx, request) =>
    writePrices(deps, ctx, SetCompareAtPricesResponse, request, (product) =>
      changeCompareAtPrices(product, {
        compareAtCentavos: compareAtOf(request.compareAt),
        variants: request.variants,
      }),
    );
