import {
  PriceSource,
  type ListPricesRequest,
  type ListPricesResponse,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { encodePosition, pageSize, startAfterId } from '@commerce/service-kit/page-token.ts';
import { chainOf } from '../domain/engine/price-list.ts';
import { promotionsInForce } from '../domain/engine/promotion.ts';
import { resolveProduct, type PriceRules } from '../domain/engine/resolve.ts';
import { MAX_PAGE_PRODUCTS, priceLoadPage, priceLoadProducts, type PriceLoad } from '../store/price-load.ts';
import type { Deps } from './deps.ts';

const SOURCES = {
  base: PriceSource.BASE,
  price_list: PriceSource.PRICE_LIST,
  promotion: PriceSource.PROMOTION,
} as const;

export const listPrices =
  ({ db, clock }: Deps): Handler<ListPricesRequest, ListPricesResponse> =>
  async (ctx, { shopId, priceListId, productId, limit, pageToken }) => {
    const storeId = storeOf(ctx);
    const scope = { shopId, priceListId, atMs: clock.now() };
    // A product that the store does not have is a filter that nothing passes, as an unknown SKU is.
    const load = await (productId === undefined
      ? priceLoadPage(
          db,
          storeId,
          scope,
          startAfterId(pageToken),
          Math.min(pageSize(limit), MAX_PAGE_PRODUCTS),
        )
      : priceLoadProducts(db, storeId, scope, [productId]));
    if (!load.found) throw notFound();
    const last = load.hasMore ? load.products.at(-1) : undefined;
    return {
      prices: resolveAll(load, shopId, scope.atMs),
      nextPageToken: encodePosition(last && [last.id]),
    };
  };

function resolveAll(load: PriceLoad, shopId: string, atMs: number): ListPricesResponse['prices'] {
  const { lists, priceListId, products } = load;
  const rules: PriceRules = {
    chain: priceListId === undefined ? [] : chainOf(lists, priceListId),
    promotions: promotionsInForce(load.promotions, shopId, atMs),
  };
  return products.map((product) => {
    const { source, variants, ...price } = resolveProduct(rules, product);
    return {
      ...price,
      productId: product.id,
      shopId,
      priceListId,
      source: SOURCES[source],
      variants: variants.map((variant) => ({ ...variant, source: SOURCES[variant.source] })),
    };
  });
}
