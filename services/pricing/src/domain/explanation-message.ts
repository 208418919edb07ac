import {
  PriceExplanation_ListStep_Rule as Rule,
  type PriceExplanation,
  type PriceExplanation_ListStep,
  type PriceExplanation_Offer,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import type { Explanation } from './engine/resolve.ts';
import { toDiscount } from './promotion-message.ts';

/** Names of price lists and promotions, by id. */
export interface PriceNames {
  priceLists: ReadonlyMap<string, string>;
  promotions: ReadonlyMap<string, string>;
}

/** Presents the explanation of a price. Lists and promotions that were removed since the load have an empty name. */
export function toExplanation(
  { lists, offers }: Explanation,
  { priceLists, promotions }: PriceNames,
): PriceExplanation {
  return {
    lists: lists.map((step) => toStep(step, priceLists.get(step.priceListId) ?? '')),
    offers: offers.map(({ promotionId, discount, priceCentavos }): PriceExplanation_Offer => ({
      promotionId,
      name: promotions.get(promotionId) ?? '',
      discount: toDiscount(discount),
      priceCentavos,
    })),
  };
}

function toStep(step: Explanation['lists'][number], name: string): PriceExplanation_ListStep {
  const { priceListId, priceCentavos, by } = step;
  const common = { priceListId, name, rule: enumValue(Rule, by), priceCentavos };
  if (by !== 'percentage') return common;
  const { rule, overCentavos, unroundedCentavos } = step;
  const { percentBp, roundingCentavos } = rule;
  return { ...common, overCentavos, percentBp, unroundedCentavos, roundingCentavos };
}
