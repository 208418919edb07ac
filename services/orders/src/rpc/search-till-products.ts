import { ProductOrder } from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import { ProductStatus } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type {
  SearchTillProductsRequest,
  SearchTillProductsResponse,
} from '@commerce/proto/commerce/orders/v1/till.ts';
import { childContext } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { priceItems } from '../use-cases/price-items.ts';

export const searchTillProducts =
  (deps: Deps): Handler<SearchTillProductsRequest, SearchTillProductsResponse> =>
  async (ctx, { shopId, text, limit }) => {
    const { products } = await deps.clients.catalog.searchProducts(childContext(ctx), {
      text,
      status: ProductStatus.ACTIVE,
      order: text === '' ? ProductOrder.CHANGED : ProductOrder.NAME,
      limit,
      pageToken: Buffer.alloc(0),
    });
    const plain = products.filter(({ variantCount }) => variantCount === 0).map(({ id }) => id);
    const prices = await priceItems(
      deps,
      ctx,
      shopId,
      plain.map((productId) => ({ productId })),
    );
    const priceOf = new Map(plain.map((id, n) => [id, prices[n]]));
    return {
      products: products.map(({ id: productId, name, sku, image, variantCount }) => ({
        productId,
        name,
        sku,
        image,
        priceCentavos: priceOf.get(productId)?.priceCentavos,
        variantCount,
      })),
    };
  };
