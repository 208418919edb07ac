import type { PublicHandler } from '../call.ts';
import { found, requireId, requireIds } from '../../edge/ids.ts';
import { required } from '../../edge/required.ts';

export const listOrders: PublicHandler<'listOrders'> = async ({ ctx, services, cursor }, { query }) => {
  const pageToken = cursor.open(query.cursor);
  requireIds({ shop: ['shp', query.shop] });
  const page = await services.listOrders(ctx, {
    limit: query.limit,
    pageToken,
    ids: query.ids ?? [],
    customerId: query.customer,
    status: query.status,
    updatedSinceMs: query.updated_since,
    createdSinceMs: query.created_since,
    shopId: query.shop,
  });
  return { items: page.items, nextCursor: cursor.seal(page.nextPageToken) };
};

/** Order number, which the path accepts as well as the id (contract, section 4). */
const ORDER_NUMBER = /^\d{1,18}$/;

export const getOrder: PublicHandler<'getOrder'> = async ({ ctx, services }, { params }) => {
  const key = ORDER_NUMBER.test(params.id) ? params.id : requireId('ord', params.id);
  return found(await services.orderById(ctx, key), 'ord');
};

export const setOrderStatus: PublicHandler<'setOrderStatus'> = async (
  { ctx, services },
  { params, body },
) => {
  const { id } = params;
  const { status, notes } = body;
  return required((await services.orders.setOrderStatus(ctx, { id, status, notes })).order);
};

export const setOrderTracking: PublicHandler<'setOrderTracking'> = async (
  { ctx, services },
  { params, body },
) => {
  const { tracking_number: trackingNumber, tracking_url: trackingUrl } = body;
  const { order } = await services.orders.setOrderTracking(ctx, {
    id: params.id,
    trackingNumber,
    trackingUrl,
  });
  return required(order);
};
