import type { ProductRecord } from '@commerce/catalog/seed.ts';
import type { StockItemRecord } from '@commerce/inventory/seed.ts';
import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { OPEN_DAYS, type DemoOrder } from './orders.ts';
import type { StoreModel } from './store.ts';
import { DAY_MS } from './timeline.ts';

const keyOf = (shopId: string, productId: string, variantId: string | null): string =>
  `${shopId}/${productId}/${variantId}`;

/** Units reserved by open orders, which are few even in a large store, by shop, product and variant. */
function reservedUnits(
  { now, counts, orderTimes }: StoreModel,
  orderAt: (index: number) => DemoOrder,
): Map<string, number> {
  const reserved = new Map<string, number>();
  const first = orderTimes.countBefore(now - (OPEN_DAYS + 1) * DAY_MS);
  for (let index = first; index < counts.orders; index++) {
    const open = orderAt(index).reservations.filter(({ state }) => state === 'reserved');
    for (const { shopId, productId, variantId, quantity } of open.flatMap(({ lines }) => lines)) {
      const key = keyOf(shopId, productId, variantId);
      reserved.set(key, (reserved.get(key) ?? 0) + quantity);
    }
  }
  return reserved;
}

/** Creates the stock of a product by its index: one item per selling shop and variant, none for drafts and services. */
export function makeStock(
  model: StoreModel,
  productAt: (index: number) => ProductRecord,
  orderAt: (index: number) => DemoOrder,
): (index: number) => StockItemRecord[] {
  const units = reservedUnits(model, orderAt);
  const closed = new Set(model.shops.filter(({ shop }) => !shop.isActive).map(({ shop }) => shop.id));
  return (index) => {
    const { product, draft } = productAt(index);
    if (draft || product.type === ProductType.SERVICE) return [];
    const rng = model.rng('stock', index);
    const variantIds = product.variants.length > 0 ? product.variants.map(({ id }) => id) : [null];
    return product.shopIds.flatMap((shopId) =>
      variantIds.map((variantId) => {
        const reserved = units.get(keyOf(shopId, product.id, variantId)) ?? 0;
        // Some items are sold out, and a closed shop has none.
        const free =
          closed.has(shopId) || rng.chance(0.12)
            ? 0
            : rng.between(1, product.priceCentavos < 500_000 ? 240 : 40);
        return { shopId, productId: product.id, variantId, onHand: reserved + free, reserved };
      }),
    );
  };
}
