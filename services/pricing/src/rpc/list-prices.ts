import {
  PriceSource,
  type ListPricesRequest,
  type ListPricesResponse,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { encodePosition, pageSize, startAfterId } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { engineRules, type PriceScope } from '../domain/engine-rules.ts';
import { resolveProduct } from '../domain/engine/resolve.ts';
import { MAX_PAGE_PRODUCTS, priceLoadPage, priceLoadProducts, type PriceLoad } from '../store/price-load.ts';
import { missingOf, readProjection } from '../use-cases/refresh-projection.ts';

export const listPrices =
  (deps: Deps): Handler<ListPricesRequest, ListPricesResponse> =>
  async (ctx, request) => {
    const { shopId, priceListId, productId } = request;
    const scope = { shopId, priceListId, atMs: deps.clock.now() };
    const load = await readProjection(deps, ctx, async () => {
      const found = await loadPrices(deps, storeOf(ctx), scope, request);
      const isProductMissing = productId !== undefined && found.products.length === 0;
      return {
        found,
        missing: missingOf(found.shopFound ? [] : [shopId], isProductMissing ? [productId] : []),
      };
    });
    if (!load.shopFound || !load.listFound)
      throw notFound({
        ...(load.shopFound ? {} : { shop: 'shop' }),
        ...(load.listFound ? {} : { price_list: 'price list' }),
      });
    const last = load.hasMore ? load.products.at(-1) : undefined;
    return {
      prices: resolveAll(load, scope),
      nextPageToken: encodePosition(last && [last.id]),
      version: load.version,
    };
  };

function loadPrices(
  { db }: Deps,
  storeId: string,
  scope: PriceScope,
  { productId, limit, pageToken }: ListPricesRequest,
): Promise<PriceLoad> {
  // A product that the store does not have matches nothing, like an unknown SKU.
  return productId === undefined
    ? priceLoadPage(db, storeId, scope, startAfterId(pageToken), Math.min(pageSize(limit), MAX_PAGE_PRODUCTS))
    : priceLoadProducts(db, storeId, scope, [productId]);
}

function resolveAll(load: PriceLoad, scope: PriceScope): ListPricesResponse['prices'] {
  const rules = engineRules(load, scope);
  return load.products.map((product) => {
    const { source, variants, priceCentavos, originalPriceCentavos } = resolveProduct(rules, product);
    return {
      productId: product.id,
      shopId: scope.shopId,
      priceListId: load.priceListId,
      priceCentavos,
      originalPriceCentavos,
      source: enumValue(PriceSource, source),
      variants: variants.map((variant) => ({ ...variant, source: enumValue(PriceSource, variant.source) })),
    };
  });
}
