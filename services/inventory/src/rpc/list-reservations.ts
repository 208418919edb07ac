import type {
  ListReservationsRequest,
  ListReservationsResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, encodePosition, pageSize, startAfterId } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { reservationListByKey } from '../store/reservation.ts';

export const listReservations =
  ({ db }: Deps): Handler<ListReservationsRequest, ListReservationsResponse> =>
  async (ctx, { shopId, productId, variantId = '', limit, pageToken }) => {
    const size = pageSize(limit);
    const key = { shopId, productId, variantId };
    const rows = await reservationListByKey(db, storeOf(ctx), key, startAfterId(pageToken), size + 1);
    const page = cutPage(rows, size, ({ orderId }) => [orderId]);
    const reservations = page.rows.map(({ expiresAt, ...reservation }) => ({
      ...reservation,
      expiresAtMs: expiresAt?.getTime(),
    }));
    return { reservations, nextPageToken: encodePosition(page.next) };
  };
