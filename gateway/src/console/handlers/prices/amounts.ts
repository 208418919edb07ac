import type { ProductPrices } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { EditedAmounts } from '@commerce/console-api/routes/price-messages.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Services } from '../../../grpc/services.ts';

/** Base prices and costs of products, drafts included, by product id. At most 100. */
export async function pricesOf(
  ctx: Context,
  { pricing }: Services,
  productIds: string[],
): Promise<ReadonlyMap<string, ProductPrices>> {
  if (productIds.length === 0) return new Map();
  const page = { productIds, limit: productIds.length, pageToken: Buffer.alloc(0) };
  const { products } = await pricing.listProductPrices(ctx, page);
  return new Map(products.map((prices) => [prices.productId, prices]));
}

/** Amounts in their console form. @param prices undefined while pricing does not know the product */
export function amountsOf(
  product: { priceCentavos: number },
  prices: ProductPrices | undefined,
  seesCosts: boolean,
): EditedAmounts {
  if (prices === undefined)
    return { version: null, priceCentavos: product.priceCentavos, compareAtCentavos: null, variants: [] };
  return {
    version: prices.version,
    priceCentavos: prices.priceCentavos,
    compareAtCentavos: prices.compareAtPriceCentavos ?? null,
    ...(seesCosts && { costCentavos: prices.costCentavos ?? null }),
    variants: prices.variants.map(({ costCentavos, ...amounts }) => ({
      ...amounts,
      ...(seesCosts && { costCentavos: costCentavos ?? null }),
    })),
  };
}
