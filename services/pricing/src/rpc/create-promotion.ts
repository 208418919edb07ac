import {
  CreatePromotionResponse,
  type CreatePromotionRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { checkPromotion, checkPromotionShops, type PromotionDraft } from '../domain/promotion-change.ts';
import { findShops } from '../use-cases/refresh-projection.ts';
import { promotionSaveMany } from '../store/promotion.ts';
import { promotionDraft, toPromotion, promotionRecord } from '../domain/promotion-message.ts';

export const createPromotion =
  (deps: Deps): Handler<CreatePromotionRequest, CreatePromotionResponse> =>
  async (ctx, { promotion }) => {
    if (promotion === undefined) throw invalid('promotion', 'Is required.', 'missing');
    const draft: PromotionDraft = promotionDraft(promotion);
    checkPromotion(draft);
    checkPromotionShops(draft.shopIds, await findShops(deps, ctx, draft.shopIds));
    return deps.writer.write(ctx, CreatePromotionResponse, async (unit) => {
      const record = promotionRecord(newId('prm'), draft);
      await promotionSaveMany(unit, storeOf(ctx), [record]);
      return { promotion: toPromotion(record) };
    });
  };
