import type {
  ListReservationsRequest,
  ListReservationsResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, encodePosition, pageSize, startAfterId } from '@commerce/service-kit/page-token.ts';
import { reservationListOfGoods } from '../store/reservation-list.ts';
import type { Deps } from '../deps.ts';

export const listReservations =
  ({ db }: Deps): Handler<ListReservationsRequest, ListReservationsResponse> =>
  async (ctx, { limit, pageToken, variantId = '', ...place }) => {
    const size = pageSize(limit);
    const goods = { ...place, variantId };
    const rows = await reservationListOfGoods(db, storeOf(ctx), goods, startAfterId(pageToken), size + 1);
    const page = cutPage(rows, size, ({ orderId }) => [orderId]);
    const reservations = page.rows.map(({ expiresAt, ...reservation }) => ({
      ...reservation,
      expiresAtMs: expiresAt?.getTime(),
    }));
    return { reservations, nextPageToken: encodePosition(page.next) };
  };
