import type { ResolvePricesRequest_Item } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { TillPrice } from '@commerce/proto/commerce/orders/v1/till.ts';
import { childContext, type Context } from '@commerce/service-kit/context.ts';
import type { Deps } from '../deps.ts';

/** Gets the prices of items at a shop; undefined for an item that cannot be sold. */
export async function priceItems(
  { clients }: Pick<Deps, 'clients'>,
  ctx: Context,
  shopId: string,
  items: readonly ResolvePricesRequest_Item[],
): Promise<(TillPrice | undefined)[]> {
  if (items.length === 0) return [];
  const named = items.map(({ productId, variantId }) => ({ productId, variantId }));
  const { results } = await clients.pricing.resolvePrices(childContext(ctx), { shopId, items: named });
  return results.map(({ result }) => (result?.$case === 'ok' ? result.value : undefined));
}
