import type { ProductRecord, PromotionRecord } from '../../src/seed.ts';
import type { World } from './world.ts';

/** A price by the reference. */
export interface ReferencePrice {
  priceCentavos: number;
  originalPriceCentavos: number;
  source: 'base' | 'price_list' | 'promotion';
  /** The first of the promotions that give the price. */
  promotionId?: string | undefined;
}

/** Prices of a product by the reference. */
export interface ReferenceProduct extends ReferencePrice {
  productId: string;
  variants: (ReferencePrice & { variantId: string })[];
}

const MAX = 10n ** 14n;

/**
 * Reference implementation of decisions.md, "Price engine", to which the engine is compared: rule by rule over whole tables, in exact
 * fractions, regardless of cost.
 */
export function referencePrices(
  world: World,
  shopId: string,
  listId: string | undefined,
  atMs: number,
): ReferenceProduct[] {
  return world.products.map((product) => {
    const price = (variantId: string | null) =>
      referencePrice(world, { product, variantId }, { shopId, listId, atMs });
    if (product.variants.length === 0) return { productId: product.productId, ...price(null), variants: [] };
    const variants = product.variants.map(({ variantId }) => ({ variantId, ...price(variantId) }));
    const active = variants.filter((_, i) => product.variants[i]!.isActive);
    const [{ variantId: _, ...lowest }] = (active.length === 0 ? variants : active).toSorted(
      (a, b) => a.priceCentavos - b.priceCentavos,
    ) as [(typeof variants)[number]];
    return { productId: product.productId, ...lowest, variants };
  });
}

/** Resolves the price of a variant, or of a product without variants. */
export function referencePrice(
  world: World,
  { product, variantId }: { product: ProductRecord; variantId: string | null },
  { shopId, listId, atMs }: { shopId: string; listId: string | undefined; atMs: number },
): ReferencePrice {
  const before = byList(world, product, variantId, listId);
  const offers = world.promotions
    .filter((p) => p.shopIds.length === 0 || p.shopIds.includes(shopId))
    .filter((p) => p.startsAtMs <= atMs && (p.endsAtMs === null || atMs < p.endsAtMs))
    .filter((p) => isFor(p, product))
    .map((p) => ({ id: p.promotionId, centavos: takeOff(p, before.centavos) }))
    .filter(({ centavos }) => centavos < before.centavos)
    .toSorted((a, b) => Number(a.centavos - b.centavos) || a.id.localeCompare(b.id));
  const best = offers[0];
  return {
    priceCentavos: Number(best?.centavos ?? before.centavos),
    originalPriceCentavos: Number(before.centavos),
    source: best === undefined ? before.source : 'promotion',
    promotionId: best?.id,
  };
}

function byList(
  world: World,
  product: ProductRecord,
  variantId: string | null,
  listId: string | undefined,
): { centavos: bigint; source: 'base' | 'price_list' } {
  const variant = product.variants.find((v) => v.variantId === variantId);
  const base = { centavos: BigInt((variant ?? product).priceCentavos), source: 'base' as const };
  const list = world.lists.find((l) => l.priceListId === listId);
  if (list === undefined) return base;
  const mine = world.entries.filter((e) => e.priceListId === listId && e.productId === product.productId);
  const entry = mine.find((e) => e.variantId === variantId) ?? mine.find((e) => e.variantId === null);
  if (entry !== undefined) return { centavos: BigInt(entry.priceCentavos), source: 'price_list' };
  if (list.rule === null) return base;
  const { percentBp, overListId, roundingCentavos } = list.rule;
  const over = byList(world, product, variantId, overListId).centavos;
  const step = BigInt(roundingCentavos);
  const rounded = halfUp(over * BigInt(10_000 + percentBp), 10_000n * step) * step;
  return { centavos: rounded > MAX ? MAX : rounded, source: 'price_list' };
}

function isFor(promotion: PromotionRecord, product: ProductRecord): boolean {
  const { productIds, categoryIds, brandIds } = promotion;
  const ids = [product.productId, ...product.categoryIds, ...product.brandIds];
  return ids.some((id) => [...productIds, ...categoryIds, ...brandIds].includes(id));
}

function takeOff({ discount }: PromotionRecord, centavos: bigint): bigint {
  if ('percentBp' in discount) return halfUp(centavos * BigInt(10_000 - discount.percentBp), 10_000n);
  const left = centavos - BigInt(discount.amountCentavos);
  return left < 0n ? 0n : left;
}

const halfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);
