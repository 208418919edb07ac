import { PriceSource } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { chainOf } from '../domain/engine/price-list.ts';
import { promotionsInForce } from '../domain/engine/promotion.ts';
import type { PriceRules } from '../domain/engine/resolve.ts';
import type { PriceScope, RulesLoad } from '../store/price-rules.ts';

/** Where a resolved price came from, as it is told. */
export const SOURCES = {
  base: PriceSource.BASE,
  price_list: PriceSource.PRICE_LIST,
  promotion: PriceSource.PROMOTION,
} as const;

/** What was loaded, for the engine. */
export function engineRules(
  { lists, priceListId, promotions }: RulesLoad,
  { shopId, atMs }: PriceScope,
): PriceRules {
  return {
    chain: priceListId === undefined ? [] : chainOf(lists, priceListId),
    promotions: promotionsInForce(promotions, shopId, atMs),
  };
}
