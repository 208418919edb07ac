import { chainOf, type PriceList } from './engine/price-list.ts';
import { promotionsInForce, type PromotedProduct, type Promotion } from './engine/promotion.ts';
import type { PriceRules } from './engine/resolve.ts';

/** The shop, price list and instant for which prices are resolved. */
export interface PriceScope {
  shopId: string;
  /** The shop's default list when absent. */
  priceListId?: string | undefined;
  atMs: number;
}

/** Price lists and promotions, as loaded for some products. */
export interface LoadedRules {
  /** False when the shop is unknown; then the rest is meaningless. */
  shopFound: boolean;
  /** False when the requested list is not the store's. */
  listFound: boolean;
  /** The list that applies, if any. */
  priceListId?: string | undefined;
  lists: PriceList[];
  /** Promotions in the scope, by id, with those of their targets that match the products. */
  promotions: Promotion[];
}

/** A product with those of its variants that were requested, and their costs. */
export interface ItemProduct extends PromotedProduct {
  basePriceCentavos: number;
  /** Null: unknown. */
  costCentavos: number | null;
  /** True when it has any variants: then it is sold by variant only. */
  hasVariants: boolean;
  variants: ReadonlyMap<string, { basePriceCentavos: number; costCentavos: number | null }>;
}

/** Prepares loaded rules for the engine. */
export function engineRules(
  { lists, priceListId, promotions }: LoadedRules,
  { shopId, atMs }: PriceScope,
): PriceRules {
  return {
    chain: priceListId === undefined ? [] : chainOf(lists, priceListId),
    promotions: promotionsInForce(promotions, shopId, atMs),
  };
}
