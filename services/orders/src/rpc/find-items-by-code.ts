import type {
  FindItemsByCodeRequest,
  FindItemsByCodeResponse,
} from '@commerce/proto/commerce/orders/v1/till.ts';
import { childContext } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isWholeProduct, saleItemsOf } from '../domain/till.ts';
import type { Deps } from '../deps.ts';
import { activeProducts } from '../use-cases/active-products.ts';
import { offerItems } from '../use-cases/offer-items.ts';

export const findItemsByCode =
  (deps: Deps): Handler<FindItemsByCodeRequest, FindItemsByCodeResponse> =>
  async (ctx, { shopId, code }) => {
    const { matches } = await deps.clients.catalog.findSellable(childContext(ctx), { code });
    const ids = matches.map(({ productId }) => productId);
    const products = activeProducts(deps, ctx, ids);
    // Only the variants of a product are needed before prices and stock are.
    const found = matches.some(isWholeProduct) ? await products : [];
    const items = matches.flatMap((match) =>
      isWholeProduct(match) ? found.filter(({ id }) => id === match.productId).flatMap(saleItemsOf) : [match],
    );
    return { items: await offerItems(deps, ctx, shopId, items, products) };
  };
