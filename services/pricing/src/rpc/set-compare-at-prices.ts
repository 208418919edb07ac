import type {
  SetCompareAtPricesRequest,
  SetCompareAtPricesResponse,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { compareAtOf } from '../domain/compare-at.ts';
import { changeCompareAtPrices } from '../domain/price-change.ts';
import { writePrices } from '../use-cases/write-prices.ts';

export const setCompareAtPrices =
  (deps: Deps): Handler<SetCompareAtPricesRequest, SetCompareAtPricesResponse> =>
  (ctx, { compareAt, variants, ...target }) => {
    const change = { compareAtCentavos: compareAtOf(compareAt), variants };
    return writePrices(deps, ctx, {
      ...target,
      change: (product) => changeCompareAtPrices(product, change),
    });
  };
