import {
  PriceExplanation_ListStep_Rule as Rule,
  PriceSource,
  type PriceExplanation,
  type ResolvePricesResponse_Price,
  type ResolvePricesResponse_Result,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { enumName } from '@commerce/proto/enum.ts';
import type { ExplainedPrice } from '@commerce/console-api/routes/price-messages.ts';
import type { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import { requireId } from '../../../edge/ids.ts';
import { required } from '../../../edge/required.ts';
import type { HandlersOf } from '../../handler.ts';
import { namesOf, productsOf } from '../named.ts';

export const explainHandlers: HandlersOf<Pick<typeof priceRoutes, 'explain'>> = {
  explain: async ({ ctx, services, query, may }) => {
    const productId = requireId('prd', query.product);
    const item = { productId, variantId: requireId('var', query.variant) };
    const shopId = requireId('shp', query.shop);
    const priceListId = requireId('pl', query.list);
    const [{ results }, products] = await Promise.all([
      services.pricing.resolvePrices(ctx, { shopId, priceListId, items: [item], explain: true }),
      productsOf(ctx, services, [productId]),
    ]);
    const { explanation, source, costCentavos, ...price } = priceOf(results[0]);
    return {
      ...price,
      ...namesOf(products, item),
      ...stepsOf(required(explanation)),
      source: enumName(PriceSource, source),
      ...(may('seeCosts') && { costCentavos: costCentavos ?? null }),
    };
  },
};

/** @throws Fault `invalid_request` if the item cannot be sold */
function priceOf(result: ResolvePricesResponse_Result | undefined): ResolvePricesResponse_Price {
  const outcome = required(result?.result);
  if (outcome.$case === 'ok') return outcome.value;
  const { field, message } = outcome.value;
  throw invalid(field === 'product_id' ? 'product' : 'variant', message);
}

const stepsOf = ({ lists, offers }: PriceExplanation): Pick<ExplainedPrice, 'lists' | 'offers'> => ({
  lists: lists.map((step) => ({ ...step, rule: enumName(Rule, step.rule) })),
  offers: offers.map(({ discount, ...offer }) => ({
    ...offer,
    percentBp: discount?.$case === 'percentBp' ? discount.value : null,
    amountCentavos: discount?.$case === 'amountCentavos' ? discount.value : null,
  })),
});
