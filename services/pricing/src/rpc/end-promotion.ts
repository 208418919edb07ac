import {
  EndPromotionResponse,
  type EndPromotionRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { promotionDelete, promotionEnd, promotionLock } from '../store/promotion.ts';

export const endPromotion =
  ({ prisma, writer, clock }: Deps): Handler<EndPromotionRequest, EndPromotionResponse> =>
  (ctx, { promotionId }) =>
    writer.write(ctx, EndPromotionResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const window = await promotionLock(unit, storeId, promotionId);
      if (window === undefined) throw notFound();
      const nowMs = clock.now();
      if (window.startsAtMs >= nowMs) await promotionDelete(prisma, storeId, promotionId);
      else if (window.endsAtMs > nowMs) await promotionEnd(prisma, storeId, promotionId, nowMs);
      return {};
    });
