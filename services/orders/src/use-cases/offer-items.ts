import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { TillItem } from '@commerce/proto/commerce/orders/v1/till.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { refusalOf, type SaleItem } from '../domain/till.ts';
import type { Deps } from '../deps.ts';
import { priceItems } from './price-items.ts';

/** Adds prices and stock at a shop to items; those that the price engine does not know are left out. */
export async function offerItems(
  deps: Pick<Deps, 'clients'>,
  ctx: Context,
  shopId: string,
  items: readonly SaleItem[],
  products: Product[] | Promise<Product[]>,
): Promise<TillItem[]> {
  if (items.length === 0) return [];
  const storeId = storeOf(ctx);
  const keys = items.map(({ productId, variantId }) => ({ storeId, shopId, productId, variantId }));
  const [prices, { rows }, found] = await Promise.all([
    priceItems(deps, ctx, shopId, items),
    deps.clients.inventory.batchGetStockRows(childContext(ctx), { keys }),
    products,
  ]);
  const byId = new Map(found.map((product) => [product.id, product]));
  return items.flatMap(({ type, ...item }, n): TillItem[] => {
    const price = prices[n];
    if (price === undefined) return [];
    const refusal = refusalOf(byId.get(item.productId), shopId, price);
    return [
      { ...item, price, refusal, available: type === ProductType.SERVICE ? undefined : rows[n]!.available },
    ];
  });
}
