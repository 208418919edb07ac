import type { RoundingCentavos } from '../domain/engine/amount.ts';
import { entryKey, type PriceList } from '../domain/engine/price-list.ts';
import type { PromotedProduct, Promotion } from '../domain/engine/promotion.ts';
import type { PricedProduct } from '../domain/engine/resolve.ts';

/** A product as the statements of price-load give it. */
export type ProductRow = [
  id: string,
  categoryIds: string[],
  brandIds: string[],
  priceCentavos: number,
  variants: [id: string, priceCentavos: number, isActive: boolean][] | null,
];

/** A product of which only some variants were asked for. */
export type ItemRow = [
  id: string,
  categoryIds: string[],
  brandIds: string[],
  priceCentavos: number,
  costCentavos: number | null,
  variantCount: number,
  variants: [id: string, priceCentavos: number, costCentavos: number | null][] | null,
];

/** A price list without its entries. */
export type ListRow = [
  id: string,
  percentBp: number | null,
  overListId: string | null,
  roundingCentavos: RoundingCentavos,
];

/** A fixed price. */
export type EntryRow = [priceListId: string, productId: string, variantId: string, priceCentavos: number];

/** A promotion with those of its targets that matter. */
export type PromotionRow = [
  id: string,
  percentBp: number | null,
  amountCentavos: number | null,
  shopIds: string[],
  startsAtMs: number,
  endsAtMs: number | null,
  targets: [kind: 'product' | 'category' | 'brand', id: string][],
];

/** The product for the engine. */
export function productFromRow([
  id,
  categoryIds,
  brandIds,
  basePriceCentavos,
  variants,
]: ProductRow): PricedProduct {
  return {
    id,
    categoryIds,
    brandIds,
    basePriceCentavos,
    variants: (variants ?? []).map(([variantId, priceCentavos, isActive]) => ({
      id: variantId,
      basePriceCentavos: priceCentavos,
      isActive,
    })),
  };
}

/** A product and those of its variants that were asked for, with their costs. */
export interface ItemProduct extends PromotedProduct {
  basePriceCentavos: number;
  /** Null: unknown. */
  costCentavos: number | null;
  /** Whether it has variants at all: then it is sold by variant only. */
  hasVariants: boolean;
  variants: ReadonlyMap<string, { basePriceCentavos: number; costCentavos: number | null }>;
}

/** The product for the engine, with costs. */
export function itemFromRow(row: ItemRow): ItemProduct {
  const [id, categoryIds, brandIds, basePriceCentavos, costCentavos, variantCount, variants] = row;
  return {
    id,
    categoryIds,
    brandIds,
    basePriceCentavos,
    costCentavos,
    hasVariants: variantCount > 0,
    variants: new Map(
      (variants ?? []).map(([variantId, price, cost]) => [
        variantId,
        { basePriceCentavos: price, costCentavos: cost ?? costCentavos },
      ]),
    ),
  };
}

/** The price lists with their entries for the engine. */
export function listsFromRows(lists: ListRow[], entries: EntryRow[]): PriceList[] {
  return lists.map(([id, percentBp, overListId, roundingCentavos]) => ({
    id,
    rule:
      percentBp === null ? undefined : { percentBp, overListId: overListId ?? undefined, roundingCentavos },
    entries: new Map(
      entries
        .filter(([priceListId]) => priceListId === id)
        .map(([, productId, variantId, priceCentavos]) => [entryKey(productId, variantId), priceCentavos]),
    ),
  }));
}

/** The promotion for the engine. */
export function promotionFromRow(row: PromotionRow): Promotion {
  const [id, percentBp, amountCentavos, shopIds, startsAtMs, endsAtMs, targets] = row;
  const idsOf = (kind: PromotionRow[6][number][0]) =>
    new Set(targets.filter(([k]) => k === kind).map(([, targetId]) => targetId));
  return {
    id,
    discount: percentBp === null ? { amountCentavos: amountCentavos ?? 0 } : { percentBp },
    productIds: idsOf('product'),
    categoryIds: idsOf('category'),
    brandIds: idsOf('brand'),
    shopIds: new Set(shopIds),
    startsAtMs,
    endsAtMs: endsAtMs ?? undefined,
  };
}
