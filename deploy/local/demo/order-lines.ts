import type { Variant } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { LineItem } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { customLines } from './data/wording.ts';
import type { OrderPlan } from './order-plan.ts';
import type { ProductCore, ProductCores } from './product-core.ts';
import type { Rng, Stream } from './random.ts';
import type { StoreModel } from './store-model.ts';
import { DAY_MS } from './timeline.ts';

/** The product or variant of a line; absent for a custom line. */
export interface OrderedProduct {
  core: ProductCore;
  /** Index among the product's variants; −1 for a product without variants. */
  variantAt: number;
}

/** A line with its product. */
export interface PlannedLine {
  item: LineItem;
  taken: OrderedProduct | null;
}

/** Creates the lines of an order from its plan. */
export type OrderLines = (plan: OrderPlan) => PlannedLine[];

const TRIES = 25;

/** Factor of past prices: prices rise by about 30 % a year. */
function priceThen(centavos: number, ageMs: number): number {
  const factor = 1 / 1.3 ** (ageMs / (365 * DAY_MS));
  return ageMs < 30 * DAY_MS ? centavos : Math.round((centavos * factor) / 1000) * 1000;
}

function isSold(core: ProductCore, plan: OrderPlan): boolean {
  return (
    !core.draft &&
    core.priceCentavos > 0 &&
    core.shopAts.includes(plan.shopAt) &&
    (core.isActive || plan.ageMs > 90 * DAY_MS)
  );
}

function takeProduct(
  model: StoreModel,
  coreOf: ProductCores,
  plan: OrderPlan,
  rng: Rng,
): OrderedProduct | null {
  const count = model.productTimes.countBefore(plan.createdAtMs);
  if (count === 0) return null;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    // The square makes the first products of the range sell best.
    const core = coreOf(Math.floor(count * rng.float() ** 2));
    if (!isSold(core, plan)) continue;
    const active = core.variants.filter((variant) => variant.isActive);
    return { core, variantAt: active.length === 0 ? -1 : rng.pick(active).position };
  }
  return null;
}

function quantityOf(unitCentavos: number, rng: Rng): number {
  if (unitCentavos < 300_000) return rng.pick([1, 1, 2, 2, 3, 4, 5, 6, 10, 12]);
  if (unitCentavos < 3_000_000) return rng.pick([1, 1, 1, 2, 2, 3, 4]);
  return rng.pick([1, 1, 1, 1, 2]);
}

function productItem({ core, variantAt }: OrderedProduct, plan: OrderPlan, rng: Rng): LineItem {
  const variant: Variant | undefined = core.variants[variantAt];
  const { priceCentavos, costCentavos, sku } = variant ?? core;
  const unitPriceCentavos = Math.max(1000, priceThen(priceCentavos, plan.ageMs));
  const quantity = quantityOf(unitPriceCentavos, rng);
  const isCostKnown = rng.chance(0.92);
  return {
    productId: core.id,
    variantId: variant?.id,
    sku,
    name: variant ? `${core.name} - ${variant.name}` : core.name,
    quantity,
    unitPriceCentavos,
    totalCentavos: unitPriceCentavos * quantity,
    isCustom: false,
    cogsCentavos:
      isCostKnown && costCentavos !== undefined
        ? Math.min(costCentavos, unitPriceCentavos) * quantity
        : undefined,
  };
}

function customItem(rng: Rng): LineItem {
  const unitPriceCentavos = rng.between(15, 400) * 10_000;
  const quantity = rng.pick([1, 1, 1, 2]);
  return {
    productId: undefined,
    variantId: undefined,
    sku: undefined,
    name: rng.pick(customLines),
    quantity,
    unitPriceCentavos,
    totalCentavos: unitPriceCentavos * quantity,
    isCustom: true,
    cogsCentavos: rng.chance(0.15) ? Math.round(unitPriceCentavos * 0.4) * quantity : undefined,
  };
}

function makeLines(model: StoreModel, coreOf: ProductCores, plan: OrderPlan, rng: Rng): PlannedLine[] {
  const wanted = 1 + rng.weighted([42, 27, 16, 9, 6]);
  const lines: PlannedLine[] = [];
  const seen = new Set<string>();
  for (let at = 0; at < wanted; at++) {
    const taken = takeProduct(model, coreOf, plan, rng);
    const key = taken ? `${taken.core.index}/${taken.variantAt}` : '';
    if (!taken || seen.has(key)) continue;
    seen.add(key);
    lines.push({ item: productItem(taken, plan, rng), taken });
  }
  if (lines.length === 0 || rng.chance(0.05)) lines.push({ item: customItem(rng), taken: null });
  return lines;
}

/** The lines of a store's orders. */
export function makeOrderLines(model: StoreModel, coreOf: ProductCores): OrderLines {
  const stream: Stream = model.stream('order-line');
  return (plan) => makeLines(model, coreOf, plan, stream(plan.index));
}
