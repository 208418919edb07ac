import {
  PriceSource,
  type ResolvePricesRequest,
  type ResolvePricesRequest_Item,
  type ResolvePricesResponse,
  type ResolvePricesResponse_Price,
  type ResolvePricesResponse_Refusal,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { engineRules } from '../domain/engine-rules.ts';
import { resolveItem, type Explanation, type PriceRules } from '../domain/engine/resolve.ts';
import { toExplanation } from '../domain/explanation-message.ts';
import { priceLoadItems, type ItemsLoad } from '../store/price-load.ts';
import { priceNamesLoad } from '../store/price-names.ts';
import { missingOf, readProjection } from '../use-cases/refresh-projection.ts';

const MAX_ITEMS = 500;

type Item = ResolvePricesRequest_Item;

export const resolvePrices =
  (deps: Deps): Handler<ResolvePricesRequest, ResolvePricesResponse> =>
  async (ctx, { shopId, priceListId, items, explain = false }) => {
    if (items.length === 0 || items.length > MAX_ITEMS)
      throw invalid('items', `Must have 1 to ${MAX_ITEMS} elements.`);
    const storeId = storeOf(ctx);
    const scope = { shopId, priceListId, atMs: deps.clock.now() };
    const productIds = items.map(({ productId }) => productId);
    const variantIds = items.flatMap(({ variantId = [] }) => variantId);
    const load = await readProjection(deps, ctx, async () => {
      const found = await priceLoadItems(deps.db, storeId, scope, productIds, variantIds);
      const unknown = items.filter((item) => refusalOf(found, item) !== undefined);
      const unknownIds = unknown.map(({ productId }) => productId);
      return { found, missing: missingOf(found.shopFound ? [] : [shopId], unknownIds) };
    });
    if (!load.shopFound || !load.listFound) throw notFound();
    const rules = engineRules(load, scope);
    const priceOf = explain ? await explained(deps, storeId, rules, load) : plain(rules, load);
    return {
      results: items.map((item) => {
        const refused = refusalOf(load, item);
        return {
          result: refused ? { $case: 'refused', value: refused } : { $case: 'ok', value: priceOf(item) },
        };
      }),
    };
  };

type Resolver = (item: Item) => ResolvePricesResponse_Price;

const plain =
  (rules: PriceRules, load: ItemsLoad): Resolver =>
  (item) =>
    resolve(rules, load, item);

/** Resolves prices with explanations, for which it loads the names of lists and promotions. */
async function explained(
  { db }: Deps,
  storeId: string,
  rules: PriceRules,
  load: ItemsLoad,
): Promise<Resolver> {
  const names = await priceNamesLoad(db, storeId, {
    priceListIds: rules.chain.map(({ id }) => id),
    promotionIds: rules.promotions.map(({ id }) => id),
  });
  return (item) => {
    const explanation: Explanation = { lists: [], offers: [] };
    const price = resolve(rules, load, item, explanation);
    return { ...price, explanation: toExplanation(explanation, names) };
  };
}

/** The reason why an item cannot be sold; undefined when it can. */
function refusalOf(
  { products }: ItemsLoad,
  { productId, variantId }: Item,
): ResolvePricesResponse_Refusal | undefined {
  const product = products.get(productId);
  if (product === undefined) return { field: 'product_id', message: 'The product does not exist.' };
  if (variantId !== undefined && !product.variants.has(variantId))
    return { field: 'variant_id', message: 'The product has no such variant.' };
  return variantId === undefined && product.hasVariants
    ? { field: 'variant_id', message: 'The product is sold by variant: name one.' }
    : undefined;
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
    source: enumValue(PriceSource, source),
    priceListId,
    promotionId,
    costCentavos: costCentavos ?? undefined,
    basePriceCentavos,
  };
}
