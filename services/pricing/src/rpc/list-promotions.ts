import type {
  ListPromotionsRequest,
  ListPromotionsResponse,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, encodePosition, pageSize, startAfterId } from '@commerce/service-kit/page-token.ts';
import { promotionList } from '../store/promotion.ts';
import type { Deps } from './deps.ts';
import { promotionMessage } from './promotion-message.ts';

export const listPromotions =
  ({ db }: Deps): Handler<ListPromotionsRequest, ListPromotionsResponse> =>
  async (ctx, { limit, pageToken }) => {
    const size = pageSize(limit);
    const rows = await promotionList(db, storeOf(ctx), startAfterId(pageToken), size + 1);
    const page = cutPage(rows, size, ({ promotionId }) => [promotionId]);
    return { promotions: page.rows.map(promotionMessage), nextPageToken: encodePosition(page.next) };
  };
