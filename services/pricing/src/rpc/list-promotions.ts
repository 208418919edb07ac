import {
  ListPromotionsRequest_State as State,
  type ListPromotionsRequest,
  type ListPromotionsResponse,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { enumName, enumNames } from '@commerce/proto/enum.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import {
  cutPage,
  decodePosition,
  encodePosition,
  pageSize,
  startAfterId,
  type Position,
} from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { toPromotion, type PromotionRecord } from '../domain/promotion-message.ts';
import {
  promotionList,
  promotionListByState,
  promotionPosition,
  type PromotionPosition,
} from '../store/promotion.ts';

export const listPromotions =
  ({ db, clock }: Deps): Handler<ListPromotionsRequest, ListPromotionsResponse> =>
  async (ctx, { limit, pageToken, state: requested }) => {
    const storeId = storeOf(ctx);
    const size = pageSize(limit);
    const pageOf = (rows: PromotionRecord[], positionOf: (row: PromotionRecord) => Position) => {
      const page = cutPage(rows, size, positionOf);
      return { promotions: page.rows.map(toPromotion), nextPageToken: encodePosition(page.next) };
    };
    if (requested === State.UNSPECIFIED) {
      const rows = await promotionList(db, storeId, startAfterId(pageToken), size + 1);
      return pageOf(rows, ({ promotionId }) => [promotionId]);
    }
    if (!Object.values(State).includes(requested))
      throw invalid('state', `Must be one of ${enumNames(State).join(', ')}.`);
    const state = enumName(State, requested);
    const page = { state, atMs: clock.now(), after: decode(pageToken), limit: size + 1 };
    const rows = await promotionListByState(db, storeId, page);
    return pageOf(rows, (row) => encode(promotionPosition(state, row)));
  };

/** A page token has no null: an infinite end is left out. */
const encode = ([timeMs, id]: PromotionPosition): Position => (timeMs === null ? [id] : [id, timeMs]);

function decode(pageToken: Uint8Array): PromotionPosition | undefined {
  const position = decodePosition(pageToken);
  if (position === undefined) return undefined;
  const [id, timeMs = null] = position as [string, number?];
  return [timeMs, id];
}
