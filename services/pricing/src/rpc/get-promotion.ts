import type {
  GetPromotionRequest,
  GetPromotionResponse,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { promotionFind } from '../store/promotion.ts';
import { toPromotion } from '../domain/promotion-message.ts';

export const getPromotion =
  ({ db }: Deps): Handler<GetPromotionRequest, GetPromotionResponse> =>
  async (ctx, { promotionId }) => {
    const promotion = await promotionFind(db, storeOf(ctx), promotionId);
    if (promotion === undefined) throw notFound();
    return { promotion: toPromotion(promotion) };
  };
