import type {
  ListProductPricesRequest,
  ListProductPricesResponse,
  ProductPrices as ProductPricesMessage,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, encodePosition, pageSize, startAfterId } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { checkProductFilter } from '../domain/field-checks.ts';
import type { ProductPrices } from '../domain/product-prices.ts';
import { productPricesList } from '../store/product-prices.ts';

export const listProductPrices =
  ({ db }: Deps): Handler<ListProductPricesRequest, ListProductPricesResponse> =>
  async (ctx, { productIds, limit, pageToken }) => {
    checkProductFilter(productIds);
    const size = pageSize(limit);
    const rows = await productPricesList(db, storeOf(ctx), productIds, startAfterId(pageToken), size + 1);
    const page = cutPage(rows, size, ({ productId }) => [productId]);
    return { products: page.rows.map(toMessage), nextPageToken: encodePosition(page.next) };
  };

function toMessage(product: ProductPrices): ProductPricesMessage {
  const { productId, priceVersion, priceCentavos, compareAtCentavos, costCentavos, variants } = product;
  return {
    productId,
    version: priceVersion,
    priceCentavos,
    compareAtPriceCentavos: compareAtCentavos ?? undefined,
    costCentavos: costCentavos ?? undefined,
    variants: variants.map((variant) => ({
      variantId: variant.variantId,
      isActive: variant.isActive,
      priceCentavos: variant.priceCentavos,
      compareAtPriceCentavos: variant.compareAtCentavos ?? undefined,
      costCentavos: variant.costCentavos ?? undefined,
    })),
  };
}
