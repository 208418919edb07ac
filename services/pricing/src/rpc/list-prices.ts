import type { ListPricesRequest, ListPricesResponse } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { encodePosition, pageSize, startAfterId } from '@commerce/service-kit/page-token.ts';
import { resolveProduct } from '../domain/engine/resolve.ts';
import { knownShops, refreshProducts } from '../projection/catalog.ts';
import { MAX_PAGE_PRODUCTS, priceLoadPage, priceLoadProducts, type PriceLoad } from '../store/price-load.ts';
import type { PriceScope } from '../store/price-rules.ts';
import type { Deps } from '../deps.ts';
import { engineRules, SOURCES } from './engine-rules.ts';

export const listPrices =
  (deps: Deps): Handler<ListPricesRequest, ListPricesResponse> =>
  async (ctx, request) => {
    const { shopId, priceListId } = request;
    const scope = { shopId, priceListId, atMs: deps.clock.now() };
    let load = await loadPrices(deps, ctx, scope, request);
    if (await isWorthAnotherLook(deps, ctx, request, load))
      load = await loadPrices(deps, ctx, scope, request);
    if (!load.shopFound || !load.listFound)
      throw notFound({
        ...(load.shopFound ? {} : { shop: 'shop' }),
        ...(load.listFound ? {} : { price_list: 'price list' }),
      });
    const last = load.hasMore ? load.products.at(-1) : undefined;
    return { prices: resolveAll(load, scope), nextPageToken: encodePosition(last && [last.id]) };
  };

function loadPrices(
  { db }: Deps,
  ctx: Context,
  scope: PriceScope,
  { productId, limit, pageToken }: ListPricesRequest,
): Promise<PriceLoad> {
  const storeId = storeOf(ctx);
  // A product that the store does not have is a filter that nothing passes, as an unknown SKU is.
  return productId === undefined
    ? priceLoadPage(db, storeId, scope, startAfterId(pageToken), Math.min(pageSize(limit), MAX_PAGE_PRODUCTS))
    : priceLoadProducts(db, storeId, scope, [productId]);
}

/** Whether the catalogue knows of something that was asked for and not found: its event has not arrived yet. */
async function isWorthAnotherLook(
  deps: Deps,
  ctx: Context,
  { shopId, productId }: ListPricesRequest,
  load: PriceLoad,
): Promise<boolean> {
  const hasShop = !load.shopFound && (await knownShops(deps, ctx, [shopId])).size > 0;
  if (productId === undefined || load.products.length > 0) return hasShop;
  return (await refreshProducts(deps, ctx, [productId])) || hasShop;
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
      source: SOURCES[source],
      variants: variants.map((variant) => ({ ...variant, source: SOURCES[variant.source] })),
    };
  });
}
