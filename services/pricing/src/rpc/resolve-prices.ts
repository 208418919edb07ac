import type {
  ResolvePricesRequest,
  ResolvePricesRequest_Item,
  ResolvePricesResponse,
  ResolvePricesResponse_Price,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { Fault, invalid, notFound, type FaultDetail } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { resolveItem, type Explanation, type PriceRules } from '../domain/engine/resolve.ts';
import { knownShops, refreshProducts } from '../projection/catalog.ts';
import { priceLoadItems, type ItemsLoad } from '../store/price-load-items.ts';
import { priceNamesLoad } from '../store/price-names.ts';
import type { PriceScope } from '../store/price-rules.ts';
import type { Deps } from '../deps.ts';
import { engineRules, SOURCES } from './engine-rules.ts';
import { explanationMessage } from './explanation-message.ts';

const MAX_ITEMS = 500;

type Item = ResolvePricesRequest_Item;

export const resolvePrices =
  (deps: Deps): Handler<ResolvePricesRequest, ResolvePricesResponse> =>
  async (ctx, { shopId, priceListId, items, explain }) => {
    if (items.length === 0 || items.length > MAX_ITEMS)
      throw invalid('items', `Must have 1 to ${MAX_ITEMS} items.`);
    const scope = { shopId, priceListId, atMs: deps.clock.now() };
    let load = await loadItems(deps, ctx, scope, items);
    if (await isWorthAnotherLook(deps, ctx, shopId, items, load))
      load = await loadItems(deps, ctx, scope, items);
    if (!load.shopFound || !load.listFound) throw notFound();
    const details = items.flatMap((item, n) => problemsOf(load, item, n));
    if (details.length > 0) throw new Fault('invalid_request', 'The request is not valid.', { details });
    const rules = engineRules(load, scope);
    if (!explain) return { prices: items.map((item) => resolve(rules, load, item)) };
    const names = await priceNamesLoad(deps.db, storeOf(ctx), {
      priceListIds: rules.chain.map(({ id }) => id),
      promotionIds: rules.promotions.map(({ id }) => id),
    });
    const prices = items.map((item) => {
      const explanation: Explanation = { lists: [], offers: [] };
      const price = resolve(rules, load, item, explanation);
      return { ...price, explanation: explanationMessage(explanation, names) };
    });
    return { prices };
  };

function loadItems({ db }: Deps, ctx: Context, scope: PriceScope, items: Item[]): Promise<ItemsLoad> {
  const productIds = items.map(({ productId }) => productId);
  const variantIds = items.flatMap(({ variantId = [] }) => variantId);
  return priceLoadItems(db, storeOf(ctx), scope, productIds, variantIds);
}

/** Whether the catalogue knows of something that was asked for and not found: its event has not arrived yet. */
async function isWorthAnotherLook(
  deps: Deps,
  ctx: Context,
  shopId: string,
  items: Item[],
  load: ItemsLoad,
): Promise<boolean> {
  const unknown = items.filter((item, n) => problemsOf(load, item, n).length > 0);
  const hasShop = !load.shopFound && (await knownShops(deps, ctx, [shopId])).size > 0;
  if (unknown.length === 0) return hasShop;
  const productIds = [...new Set(unknown.map(({ productId }) => productId))];
  return (await refreshProducts(deps, ctx, productIds)) || hasShop;
}

function problemsOf({ products }: ItemsLoad, { productId, variantId }: Item, n: number): FaultDetail[] {
  const problem = (part: string, message: string) => [
    { reason: 'invalid_value', field: `items[${n}].${part}`, message },
  ];
  const product = products.get(productId);
  if (product === undefined) return problem('product', 'The product does not exist.');
  if (variantId === undefined)
    return product.hasVariants ? problem('variant', 'The product is sold by variant: name one.') : [];
  return product.variants.has(variantId) ? [] : problem('variant', 'The product has no such variant.');
}

function resolve(
  rules: PriceRules,
  { products, priceListId }: ItemsLoad,
  { productId, variantId }: Item,
  explanation?: Explanation,
): ResolvePricesResponse_Price {
  const product = products.get(productId)!;
  const { basePriceCentavos, costCentavos } =
    variantId === undefined ? product : product.variants.get(variantId)!;
  const price = resolveItem(rules, product, { variantId, basePriceCentavos }, explanation);
  const { priceCentavos, originalPriceCentavos, source, promotionId } = price;
  return {
    priceCentavos,
    originalPriceCentavos,
    source: SOURCES[source],
    priceListId,
    promotionId,
    costCentavos: costCentavos ?? undefined,
    basePriceCentavos,
  };
}
