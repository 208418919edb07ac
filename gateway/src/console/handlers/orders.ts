import {
  PaymentOutcome,
  PaymentPath,
  type CreateOrderRequest,
  type CreateOrderRequest_Line,
  type Order,
  type RecordPaymentRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { orderRoutes, OrderDetail, OrderSummary } from '@commerce/console-api/routes/orders.ts';
import { STORE_UTC_OFFSET } from '@commerce/console-api/zone.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { CallContext, HandlersOf } from '../handler.ts';
import { personNames } from '../person-names.ts';
import { toJson } from '../to-json.ts';

/** Part of a call that the handlers of orders use. */
export type OrderCall = Pick<CallContext, 'ctx' | 'services' | 'may'>;

const DAY_MS = 24 * 3600 * 1000;

const PATHS = {
  card: PaymentPath.CARD,
  online: PaymentPath.ONLINE,
  terminal: PaymentPath.TERMINAL,
  bank_transfer: PaymentPath.BANK_TRANSFER,
};

export const orderHandlers: HandlersOf<typeof orderRoutes> = {
  list: async ({ ctx, services, cursor, query }) => {
    const { q: text, status, source, shop: shopId, payment: paymentStatus, customer: customerId } = query;
    const [page, shops] = await Promise.all([
      services.orders.searchOrders(ctx, {
        limit: query.limit,
        pageToken: cursor.open(query.cursor),
        status,
        source,
        shopId,
        paymentStatus,
        customerId,
        text,
        createdFromMs: query.from === undefined ? undefined : dayStartMs(query.from),
        createdUntilMs: query.to === undefined ? undefined : dayStartMs(query.to) + DAY_MS,
      }),
      services.catalog.listShopNames(ctx, {}),
    ]);
    const names = new Map(shops.shops.map(({ id, name }) => [id, name]));
    return {
      items: page.orders.map((order) => summaryOf(order, names)),
      nextCursor: cursor.seal(page.nextPageToken),
    };
  },
  get: async ({ params, ...call }) => {
    const keys = [{ storeId: call.ctx.storeId, id: params.order }];
    const { orders } = await call.services.orders.batchGetOrders(call.ctx, { keys });
    const [order] = orders;
    if (order === undefined || order.id === '') throw notFound();
    return { order: await detailOf(call, order) };
  },
  history: async ({ ctx, services, session, cursor, params, query }) => {
    const page = await services.orders.getOrderHistory(ctx, {
      id: params.order,
      limit: query.limit,
      pageToken: cursor.open(query.cursor),
    });
    const people = page.entries.filter(({ actorKind }) => actorKind === 'person');
    const names = await personNames(
      { ctx, services, session },
      people.map(({ actorId }) => actorId),
    );
    return {
      items: page.entries.map(({ atMs, ...entry }) => ({
        ...toJson(entry),
        at: new Date(atMs).toISOString(),
        actorName: names.get(entry.actorId) ?? null,
      })),
      nextCursor: cursor.seal(page.nextPageToken),
    };
  },
  create: async ({ body, ...call }) => {
    const { order } = await call.services.orders.createOrder(call.ctx, {
      ...body,
      lines: body.lines.map(lineOf),
      shipping: body.shipping,
    } as CreateOrderRequest);
    return { order: await detailOf(call, order!) };
  },
  setStatus: async ({ params, body, ...call }) => {
    const { status, notes } = body;
    const { order } = await call.services.orders.setOrderStatus(call.ctx, {
      id: params.order,
      status,
      notes,
    });
    return { order: await detailOf(call, order!) };
  },
  setPayment: async ({ params, body, ...call }) => {
    const { ctx, services } = call;
    const { order } =
      body.outcome === 'confirmed'
        ? await services.orders.confirmPayment(ctx, { id: params.order })
        : await services.orders.recordPayment(ctx, recordOf(params.order, body));
    return { order: await detailOf(call, order!) };
  },
  setShipping: async ({ params, body: { version, ...shipping }, ...call }) => {
    const { order } = await call.services.orders.editShipping(call.ctx, {
      id: params.order,
      shipping: shipping as CreateOrderRequest['shipping'],
      expectedVersion: version,
    });
    return { order: await detailOf(call, order!) };
  },
  setTracking: async ({ params, body, ...call }) => {
    const { version, ...tracking } = body;
    const request = { id: params.order, ...tracking, expectedVersion: version };
    const { order } = await call.services.orders.setOrderTracking(call.ctx, request);
    return { order: await detailOf(call, order!) };
  },
  end: async ({ params, body, ...call }) => {
    const { orders } = call.services;
    const request = { id: params.order, notes: body.notes };
    const ends = {
      cancelled: () => orders.cancelOrder(call.ctx, request),
      rejected: () => orders.rejectOrder(call.ctx, request),
      returned: () => orders.returnOrder(call.ctx, request),
    };
    const { order } = await ends[body.as]();
    return { order: await detailOf(call, order!) };
  },
  flow: ({ ctx, services }) => services.orders.getStatusFlow(ctx, {}),
  putFlow: ({ ctx, services, body: { steps, version } }) =>
    services.orders.putStatusFlow(ctx, { steps, expectedVersion: version }),
  settings: async ({ ctx, services }) => {
    const { settings, version } = await services.orders.getOrderSettings(ctx, {});
    return { orderExpiryMs: settings!.orderExpiryMs, version };
  },
  putSettings: async ({ ctx, services, body }) => {
    const { orderExpiryMs, version: expectedVersion } = body;
    const request = { settings: { orderExpiryMs }, expectedVersion };
    const { settings, version } = await services.orders.putOrderSettings(ctx, request);
    return { orderExpiryMs: settings!.orderExpiryMs, version };
  },
};

const dayStartMs = (day: string): number => Date.parse(`${day}T00:00:00${STORE_UTC_OFFSET}`);

function summaryOf(order: Order, shopNames: ReadonlyMap<string, string>): OrderSummary {
  return {
    id: order.id,
    orderNumber: order.orderNumber,
    status: order.status,
    source: order.source,
    shopName: shopNames.get(order.shopId) ?? '',
    customerName: order.customer?.name ?? null,
    units: order.lineItems.reduce((sum, { quantity }) => sum + quantity, 0),
    totalCentavos: order.totalCentavos,
    paymentGateway: order.payment?.gateway ?? '',
    paymentStatus: order.payment?.status ?? '',
    methodType: order.shipping?.methodType ?? null,
    createdAt: new Date(order.createdAtMs).toISOString(),
  };
}

/** Order in its console form: with the name of its shop, and with costs if the person may see them. */
export async function detailOf({ ctx, services, may }: OrderCall, order: Order): Promise<OrderDetail> {
  const { shops } = await services.catalog.listShopNames(ctx, {});
  const lineItems = may('seeCosts')
    ? order.lineItems
    : order.lineItems.map((line) => ({ ...line, cogsCentavos: undefined }));
  const shopName = shops.find(({ id }) => id === order.shopId)?.name ?? '';
  return { ...toJson({ ...order, lineItems }), shopName };
}

/** Line of an order to create. */
export const lineOf = (
  line:
    | { productId: string; variantId?: string | undefined; quantity: number }
    | { name: string; unitPriceCentavos: number; quantity: number },
): CreateOrderRequest_Line => line;

function recordOf(
  id: string,
  body: { outcome: 'paid' | 'authorized'; path: keyof typeof PATHS } | { outcome: 'failed' },
): RecordPaymentRequest {
  if (body.outcome === 'failed') return { id, path: PaymentPath.UNSPECIFIED, outcome: PaymentOutcome.FAILED };
  const outcome = body.outcome === 'paid' ? PaymentOutcome.PAID : PaymentOutcome.AUTHORIZED;
  return { id, path: PATHS[body.path], outcome };
}
