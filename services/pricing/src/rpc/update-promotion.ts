import {
  UpdatePromotionResponse,
  type UpdatePromotionRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion } from '@commerce/service-kit/version.ts';
import { checkPromotion, checkPromotionShops, type PromotionDraft } from '../domain/promotion-change.ts';
import { knownShops } from '../projection/catalog.ts';
import { promotionSaveMany } from '../store/promotion-save.ts';
import { promotionFind, promotionLock } from '../store/promotion.ts';
import type { Deps } from '../deps.ts';
import { promotionDraft, promotionMessage, promotionRecord, promotionVersion } from './promotion-message.ts';

export const updatePromotion =
  (deps: Deps): Handler<UpdatePromotionRequest, UpdatePromotionResponse> =>
  async (ctx, { promotion, expectedVersion }) => {
    if (promotion === undefined) throw notFound();
    const draft: PromotionDraft = promotionDraft(promotion);
    checkPromotion(draft);
    checkPromotionShops(draft.shopIds, await knownShops(deps, ctx, draft.shopIds));
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
      return { promotion: promotionMessage(record) };
    });
  };
