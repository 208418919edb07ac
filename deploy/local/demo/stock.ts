import type { OrderLines } from './order-lines.ts';
import { openStages, type OrderPlans } from './order-plan.ts';
import type { ProductCore, ProductCores } from './product-core.ts';
import type { Rng } from './random.ts';
import type { StockRecord } from './records.ts';
import type { StoreModel } from './store-model.ts';

/** Units reserved by open orders, by shop, product and variant. */
type Reservations = ReadonlyMap<string, number>;

function keyOf(shopAt: number, productAt: number, variantAt: number): string {
  return `${shopAt}/${productAt}/${variantAt}`;
}

/** Sums the open orders only, which are few even in a large store. */
function reservationsOf(model: StoreModel, plans: OrderPlans, lines: OrderLines): Reservations {
  const reserved = new Map<string, number>();
  for (let index = 0; index < model.counts.orders; index++) {
    const plan = plans(index);
    if (!openStages.has(plan.stage)) continue;
    for (const { item, taken } of lines(plan)) {
      if (!taken) continue;
      const key = keyOf(plan.shopAt, taken.core.index, taken.variantAt);
      reserved.set(key, (reserved.get(key) ?? 0) + item.quantity);
    }
  }
  return reserved;
}

/** Units on hand beyond the reserved ones; some are sold out, and a closed shop has none. */
function freeUnits(core: ProductCore, isShopOpen: boolean, rng: Rng): number {
  if (!isShopOpen || rng.chance(0.12)) return 0;
  const most = core.priceCentavos < 500_000 ? 240 : core.priceCentavos < 5_000_000 ? 60 : 18;
  return rng.between(1, most);
}

function rowsOf(model: StoreModel, core: ProductCore, reserved: Reservations, rng: Rng): StockRecord[] {
  if (core.draft || core.type === 'service') return [];
  const items = core.variants.length > 0 ? core.variants : [undefined];
  return core.shopAts.flatMap((shopAt) => {
    const shop = model.shops[shopAt] as (typeof model.shops)[number];
    return items.map((variant) => {
      const held = reserved.get(keyOf(shopAt, core.index, variant?.position ?? -1)) ?? 0;
      return {
        storeId: model.record.id,
        shopId: shop.id,
        productId: core.id,
        variantId: variant?.id ?? null,
        sku: (variant ?? core).sku ?? null,
        onHand: held + freeUnits(core, shop.isActive, rng),
        reserved: held,
      };
    });
  });
}

/** Creates the stock rows of a product from its index: one per selling shop and variant. */
export function makeStock(
  model: StoreModel,
  coreOf: ProductCores,
  plans: OrderPlans,
  lines: OrderLines,
): (index: number) => StockRecord[] {
  const stream = model.stream('stock');
  let reserved: Reservations | undefined;
  return (index) => {
    reserved ??= reservationsOf(model, plans, lines);
    return rowsOf(model, coreOf(index), reserved, stream(index));
  };
}
