import {
  PriceExplanation_ListStep_Rule as Rule,
  type PriceExplanation,
  type PriceExplanation_ListStep,
  type PriceExplanation_Offer,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Explanation } from '../domain/engine/resolve.ts';
import type { PriceNames } from '../store/price-names.ts';
import { discountMessage } from './promotion-message.ts';

const RULES = {
  variant_entry: Rule.VARIANT_ENTRY,
  product_entry: Rule.PRODUCT_ENTRY,
  percentage: Rule.PERCENTAGE,
  base: Rule.BASE,
} as const;

/** How the engine came to a price, as it is told. What was removed since it was loaded has no name. */
export function explanationMessage(
  { lists, offers }: Explanation,
  { priceLists, promotions }: PriceNames,
): PriceExplanation {
  return {
    lists: lists.map((step) => stepMessage(step, priceLists.get(step.priceListId) ?? '')),
    offers: offers.map(({ promotionId, discount, priceCentavos }): PriceExplanation_Offer => ({
      promotionId,
      name: promotions.get(promotionId) ?? '',
      discount: discountMessage(discount),
      priceCentavos,
    })),
  };
}

function stepMessage(step: Explanation['lists'][number], name: string): PriceExplanation_ListStep {
  const { priceListId, priceCentavos, by } = step;
  const told = { priceListId, name, rule: RULES[by], priceCentavos };
  if (by !== 'percentage') return told;
  const { rule, overCentavos, unroundedCentavos } = step;
  const { percentBp, roundingCentavos } = rule;
  return { ...told, overCentavos, percentBp, unroundedCentavos, roundingCentavos };
}
