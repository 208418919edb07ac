import { expect, test } from 'vitest';
import fc from 'fast-check';
import { shareOf, WHOLE_BP } from '../src/domain/engine/amount.ts';
import { chainOf, type ListStep } from '../src/domain/engine/price-list.ts';
import { promotionsFor, promotionsInForce } from '../src/domain/engine/promotion.ts';
import { resolveItem, type Explanation } from '../src/domain/engine/resolve.ts';
import { engineLists, enginePromotions, NOW_MS, SHOPS, worldArb } from './support/world.ts';

/** Recomputes the price from the steps of an explanation alone. */
const follow = (steps: ListStep[], basePriceCentavos: number): number =>
  steps.reduce((given, step) => {
    if (step.by === 'base') return basePriceCentavos;
    if (step.by !== 'percentage') return step.priceCentavos;
    expect(step.overCentavos).toBe(given);
    const { percentBp, roundingCentavos } = step.rule;
    expect(step.unroundedCentavos).toBe(shareOf(given, WHOLE_BP + percentBp));
    return shareOf(given, WHOLE_BP + percentBp, roundingCentavos);
  }, basePriceCentavos);

test('the explained price equals the price without an explanation, for random stores', () => {
  fc.assert(
    fc.property(worldArb, fc.constantFrom(...SHOPS), (world, shopId) => {
      const lists = engineLists(world);
      const promotions = promotionsInForce(enginePromotions(world), shopId, NOW_MS);
      for (const chain of [[], ...lists.map(({ id }) => chainOf(lists, id))])
        for (const { productId, priceCentavos, variants, ...ids } of world.products) {
          const product = { id: productId, ...ids };
          const items =
            variants.length === 0
              ? [{ basePriceCentavos: priceCentavos }]
              : variants.map((v) => ({ variantId: v.variantId, basePriceCentavos: v.priceCentavos }));
          for (const item of items) {
            const explanation: Explanation = { lists: [], offers: [] };
            const price = resolveItem({ chain, promotions }, product, item, explanation);
            expect(price).toEqual(resolveItem({ chain, promotions }, product, item));
            expect(follow(explanation.lists, item.basePriceCentavos)).toBe(price.originalPriceCentavos);
            expect(explanation.offers.map(({ promotionId }) => promotionId)).toEqual(
              promotionsFor(promotions, product).map(({ id }) => id),
            );
            const lowest = Math.min(...explanation.offers.map((offer) => offer.priceCentavos));
            expect(price.priceCentavos).toBe(Math.min(lowest, price.originalPriceCentavos));
          }
        }
    }),
    { numRuns: 200 },
  );
});
