import {
  ListPromotionsRequest_State as State,
  type Promotion,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import type { EditedPromotion } from '@commerce/console-api/routes/price-messages.ts';
import type { priceRoutes, PromotionBody } from '@commerce/console-api/routes/prices.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Services } from '../../../grpc/services.ts';
import { requireId } from '../../../edge/ids.ts';
import { required } from '../../../edge/required.ts';
import type { HandlersOf } from '../../handler.ts';
import { toJson } from '../../to-json.ts';
import { productsOf } from '../named.ts';
import { checkTargets } from './promotion-targets.ts';

type Promotions = Pick<
  typeof priceRoutes,
  'promotions' | 'promotion' | 'createPromotion' | 'updatePromotion' | 'endPromotion'
>;

/** Maximum number of products of a promotion whose names are returned. */
const MAX_NAMED = 100;

export const promotionHandlers: HandlersOf<Promotions> = {
  promotions: async ({ ctx, services, cursor, query }) => {
    const page = await services.pricing.listPromotions(ctx, {
      limit: query.limit,
      pageToken: cursor.open(query.cursor),
      state: enumValue(State, query.state),
    });
    return {
      items: page.promotions.map((promotion) => editedOf(promotion, {})),
      nextCursor: cursor.seal(page.nextPageToken),
    };
  },

  promotion: async ({ ctx, services, params }) => {
    const promotionId = requireId('prm', params.promotion);
    const promotion = required((await services.pricing.getPromotion(ctx, { promotionId })).promotion);
    return editedOf(promotion, await namesOf(ctx, services, promotion));
  },

  createPromotion: async ({ ctx, services, body }) => {
    await checkTargets(ctx, services, body);
    const { promotion } = await services.pricing.createPromotion(ctx, { promotion: promotionOf('', body) });
    return { id: required(promotion).id };
  },

  updatePromotion: async ({ ctx, services, params, body: { version, ...body } }) => {
    const id = requireId('prm', params.promotion);
    const before = required((await services.pricing.getPromotion(ctx, { promotionId: id })).promotion);
    await checkTargets(ctx, services, body, before);
    await services.pricing.updatePromotion(ctx, {
      promotion: promotionOf(id, body),
      expectedVersion: version,
    });
    return { id };
  },

  endPromotion: async ({ ctx, services, params }) => {
    await services.pricing.endPromotion(ctx, { promotionId: requireId('prm', params.promotion) });
    return {};
  },
};

function promotionOf(id: string, body: PromotionBody): Promotion {
  const { percentBp, amountCentavos, startsAt, endsAt, ...rest } = body;
  if ((percentBp === null) === (amountCentavos === null))
    throw invalid('percentBp', 'Set either a percentage or an amount.');
  return {
    ...rest,
    id,
    discount:
      percentBp === null
        ? { $case: 'amountCentavos', value: amountCentavos! }
        : { $case: 'percentBp', value: percentBp },
    startsAtMs: Date.parse(startsAt),
    endsAtMs: endsAt === null ? undefined : Date.parse(endsAt),
  };
}

function editedOf(
  { discount, endsAtMs, version = '', ...rest }: Promotion,
  names: Record<string, string>,
): EditedPromotion {
  return {
    ...toJson(rest),
    version,
    percentBp: discount?.$case === 'percentBp' ? discount.value : null,
    amountCentavos: discount?.$case === 'amountCentavos' ? discount.value : null,
    endsAt: endsAtMs === undefined ? null : new Date(endsAtMs).toISOString(),
    names,
  };
}

/** Names of the products of a promotion; the page already has those of categories and brands. */
async function namesOf(
  ctx: Context,
  services: Services,
  { productIds }: Promotion,
): Promise<Record<string, string>> {
  const products = await productsOf(ctx, services, productIds.slice(0, MAX_NAMED));
  return Object.fromEntries([...products].map(([id, { name }]) => [id, name]));
}
