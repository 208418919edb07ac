import {
  type UpdatePromotionRequest,
  UpdatePromotionResponse,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion } from '@commerce/service-kit/version.ts';
import type { Deps } from '../deps.ts';
import { checkPromotion, checkPromotionShops, type PromotionDraft } from '../domain/promotion-change.ts';
import { findShops } from '../use-cases/refresh-projection.ts';
import { promotionFind, promotionLock, promotionSaveMany } from '../store/promotion.ts';
import {
  promotionDraft,
  toPromotion,
  promotionRecord,
  promotionVersion,
} from '../domain/promotion-message.ts';

export const updatePromotion =
  (deps: Deps): Handler<UpdatePromotionRequest, UpdatePromotionResponse> =>
  async (ctx, { promotion, expectedVersion }) => {
    if (promotion === undefined) throw notFound();
    const draft: PromotionDraft = promotionDraft(promotion);
    checkPromotion(draft);
    checkPromotionShops(draft.shopIds, await findShops(deps, ctx, draft.shopIds));
    return deps.writer.write(ctx, UpdatePromotionResponse, async (unit) => {
      const storeId = storeOf(ctx);
      if ((await promotionLock(unit, storeId, promotion.id)) === undefined) throw notFound();
      if (expectedVersion !== undefined)
        requireVersion(
          expectedVersion,
          promotionVersion((await promotionFind(unit, storeId, promotion.id))!),
        );
      const record = promotionRecord(promotion.id, draft);
      await promotionSaveMany(unit, storeId, [record]);
      return { promotion: toPromotion(record) };
    });
  };
