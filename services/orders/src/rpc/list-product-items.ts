import type {
  ListProductItemsRequest,
  ListProductItemsResponse,
} from '@commerce/proto/commerce/orders/v1/till.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { saleItemsOf } from '../domain/till.ts';
import type { Deps } from '../deps.ts';
import { activeProducts } from '../use-cases/active-products.ts';
import { offerItems } from '../use-cases/offer-items.ts';

export const listProductItems =
  (deps: Deps): Handler<ListProductItemsRequest, ListProductItemsResponse> =>
  async (ctx, { shopId, productId }) => {
    const [product] = await activeProducts(deps, ctx, [productId]);
    if (product === undefined) throw notFound();
    return { items: await offerItems(deps, ctx, shopId, saleItemsOf(product), [product]) };
  };
