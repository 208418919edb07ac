import {
  ListPromotionsRequest_State as State,
  type ListPromotionsRequest,
  type ListPromotionsResponse,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import {
  cutPage,
  decodePosition,
  encodePosition,
  pageSize,
  startAfterId,
  type Position,
} from '@commerce/service-kit/page-token.ts';
import type { PromotionRecord } from '../store/promotion-save.ts';
import {
  promotionList,
  promotionListByState,
  promotionPlace,
  type PromotionPlace,
  type PromotionState,
} from '../store/promotion.ts';
import type { Deps } from '../deps.ts';
import { promotionMessage } from './promotion-message.ts';

const STATES: Partial<Record<State, PromotionState>> = {
  [State.RUNNING]: 'running',
  [State.COMING]: 'coming',
  [State.OVER]: 'over',
};

export const listPromotions =
  ({ db, clock }: Deps): Handler<ListPromotionsRequest, ListPromotionsResponse> =>
  async (ctx, { limit, pageToken, state: asked }) => {
    const storeId = storeOf(ctx);
    const size = pageSize(limit);
    const state = STATES[asked];
    const pageOf = (rows: PromotionRecord[], place: (row: PromotionRecord) => Position) => {
      const page = cutPage(rows, size, place);
      return { promotions: page.rows.map(promotionMessage), nextPageToken: encodePosition(page.next) };
    };
    if (state === undefined) {
      const rows = await promotionList(db, storeId, startAfterId(pageToken), size + 1);
      return pageOf(rows, ({ promotionId }) => [promotionId]);
    }
    const after = decodePlace(pageToken);
    const rows = await promotionListByState(db, storeId, state, clock.now(), after, size + 1);
    return pageOf(rows, (row) => encodePlace(promotionPlace(state, row)));
  };

/** A position has no null: a time that never comes is left out. */
const encodePlace = ([timeMs, id]: PromotionPlace): Position => (timeMs === null ? [id] : [id, timeMs]);

function decodePlace(pageToken: Uint8Array): PromotionPlace | undefined {
  const position = decodePosition(pageToken);
  if (position === undefined) return undefined;
  const [id, timeMs = null] = position as [string, number?];
  return [timeMs, id];
}
