import {
  CreatePromotionResponse,
  type CreatePromotionRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { checkPromotion, checkPromotionShops, type PromotionDraft } from '../domain/promotion-change.ts';
import { knownShops } from '../projection/catalog.ts';
import { promotionSaveMany } from '../store/promotion-save.ts';
import type { Deps } from '../deps.ts';
import { promotionDraft, promotionMessage, promotionRecord } from './promotion-message.ts';

export const createPromotion =
  (deps: Deps): Handler<CreatePromotionRequest, CreatePromotionResponse> =>
  async (ctx, { promotion }) => {
    if (promotion === undefined) throw invalid('promotion', 'Must be given.', 'missing');
    const draft: PromotionDraft = promotionDraft(promotion);
    checkPromotion(draft);
    checkPromotionShops(draft.shopIds, await knownShops(deps, ctx, draft.shopIds));
    return deps.writer.write(ctx, CreatePromotionResponse, async (unit) => {
      const record = promotionRecord(newId('prm'), draft);
      await promotionSaveMany(unit, storeOf(ctx), [record]);
      return { promotion: promotionMessage(record) };
    });
  };
