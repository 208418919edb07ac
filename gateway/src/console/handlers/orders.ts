import { enumName, enumValue } from '@commerce/proto/enum.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type {
  ConfirmPaymentRequest,
  OrderSettings,
  RecordPaymentRequest,
  Shipping,
  StatusFlowStep,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  OrderSource,
  PaymentEntryKind,
  PaymentGateway,
  PaymentOutcome,
  PaymentPath,
  PaymentStatus,
  ShippingMethod,
  StatusKind,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import type { FlowStep, PaymentBody, ShippingBody } from '@commerce/console-api/routes/order-messages.ts';
import type { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import { required } from '../../edge/required.ts';
import { startOfDay } from '../days.ts';
import type { HandlersOf } from '../handler.ts';
import { detailOf, detailsOf, entryOf, summaryOf } from './order-messages.ts';
import { personNames } from '../person-names.ts';

const DAY_MS = 24 * 3600 * 1000;

export const orderHandlers: HandlersOf<typeof orderRoutes> = {
  list: async ({ ctx, services, cursor, query }) => {
    const { q: text, status, source, shop: shopId, payment, customer: customerId } = query;
    const [page, shops] = await Promise.all([
      services.orders.searchOrders(ctx, {
        limit: query.limit,
        pageToken: cursor.open(query.cursor),
        status,
        source: source && enumValue(OrderSource, source),
        shopId,
        paymentStatus: payment && enumValue(PaymentStatus, payment),
        customerId,
        text,
        createdFromMs: query.from === undefined ? undefined : startOfDay(query.from),
        createdUntilMs: query.to === undefined ? undefined : startOfDay(query.to) + DAY_MS,
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
  getMany: async ({ query, ...call }) => {
    const keys = query.ids.map((id) => ({ storeId: call.ctx.storeId, id }));
    const answer = await call.services.orders.batchGetOrders(call.ctx, { keys });
    const orders = answer.orders.filter(({ id }) => id !== '');
    const [details, { balances }] = await Promise.all([
      detailsOf(call, orders),
      call.services.orders.batchGetBalances(call.ctx, { ids: orders.map(({ id }) => id) }),
    ]);
    const balanceOf = new Map(balances.map(({ orderId, balanceCentavos }) => [orderId, balanceCentavos]));
    return {
      items: details.map((order) => ({ ...order, balanceCentavos: required(balanceOf.get(order.id)) })),
    };
  },
  history: async ({ ctx, services, session, cursor, params, query }) => {
    const page = await services.orders.getOrderHistory(ctx, {
      id: params.order,
      limit: query.limit,
      pageToken: cursor.open(query.cursor),
    });
    const names = await actorNames({ ctx, services, session }, page.entries);
    return {
      items: page.entries.map((entry) => entryOf(entry, names.get(entry.actorId) ?? null)),
      nextCursor: cursor.seal(page.nextPageToken),
    };
  },
  create: async ({ body, ...call }) => {
    const { order } = await call.services.orders.createOrder(call.ctx, {
      ...body,
      source: enumValue(OrderSource, body.source),
      shipping: body.shipping && shippingOf(body.shipping),
      paymentGateway: enumValue(PaymentGateway, body.paymentGateway),
      payments: [],
      isDiscountLimited: !call.may('settings'),
    });
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
        ? await services.orders.confirmPayment(ctx, confirmationOf(params.order, body))
        : await services.orders.recordPayment(ctx, recordOf(params.order, body));
    return { order: await detailOf(call, order!) };
  },
  payments: async ({ ctx, services, session, params }) => {
    const { entries, ...balance } = await services.orders.listPayments(ctx, { id: params.order });
    const names = await actorNames({ ctx, services, session }, entries);
    return {
      ...balance,
      items: entries.map(({ kind, gateway, amountCentavos, atMs, actorId }) => ({
        kind: enumName(PaymentEntryKind, kind),
        gateway: enumName(PaymentGateway, gateway),
        amountCentavos,
        at: new Date(atMs).toISOString(),
        actorName: names.get(actorId) ?? null,
      })),
    };
  },
  refund: async ({ params, body: { version, ...refund }, ...call }) => {
    const { order } = await call.services.orders.refundPayment(call.ctx, {
      ...refund,
      id: params.order,
      gateway: enumValue(PaymentGateway, refund.gateway),
      expectedVersion: version,
    });
    return { order: await detailOf(call, order!) };
  },
  edit: async ({ params, body: { version, ...edit }, ...call }) => {
    const { order } = await call.services.orders.editOrder(call.ctx, {
      ...edit,
      id: params.order,
      expectedVersion: version,
      isDiscountLimited: !call.may('settings'),
    });
    return { order: await detailOf(call, order!) };
  },
  setShipping: async ({ params, body: { version, ...shipping }, ...call }) => {
    const { order } = await call.services.orders.editShipping(call.ctx, {
      id: params.order,
      shipping: shippingOf(shipping),
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
    const request = { id: params.order, notes: body.notes, expectedVersion: body.version };
    const ends = {
      cancelled: () => orders.cancelOrder(call.ctx, request),
      rejected: () => orders.rejectOrder(call.ctx, request),
      returned: () => orders.returnOrder(call.ctx, request),
    };
    const { order } = await ends[body.as]();
    return { order: await detailOf(call, order!) };
  },
  returnItems: async ({ params, body: { version, refund, ...items }, ...call }) => {
    const { order } = await call.services.orders.returnItems(call.ctx, {
      ...items,
      id: params.order,
      refund: refund && { ...refund, gateway: enumValue(PaymentGateway, refund.gateway) },
      expectedVersion: version,
    });
    return { order: await detailOf(call, order!) };
  },
  addNote: async ({ params, body, ...call }) => {
    const { order } = await call.services.orders.addOrderNote(call.ctx, { id: params.order, ...body });
    return { order: await detailOf(call, order!) };
  },
  flow: async ({ ctx, services }) => flowOf(await services.orders.getStatusFlow(ctx, {})),
  putFlow: async ({ ctx, services, body: { steps, version } }) =>
    flowOf(await services.orders.putStatusFlow(ctx, { steps, expectedVersion: version })),
  settings: async ({ ctx, services }) => {
    const { settings, version } = await services.orders.getOrderSettings(ctx, {});
    return { ...settingsOf(settings), version };
  },
  putSettings: async ({ ctx, services, body }) => {
    const { version: expectedVersion, ...after } = body;
    const request = { settings: after, expectedVersion };
    const { settings, version } = await services.orders.putOrderSettings(ctx, request);
    return { ...settingsOf(settings), version };
  },
};

const settingsOf = (settings: OrderSettings | undefined) => {
  const { orderExpiryMs, discountLimitBp } = required(settings);
  return { orderExpiryMs, discountLimitBp: required(discountLimitBp) };
};

/** Names of the people among the actors of entries, by id. */
const actorNames = (
  call: Parameters<typeof personNames>[0],
  entries: readonly { actorKind: Actor_Kind; actorId: string }[],
) =>
  personNames(
    call,
    entries.filter(({ actorKind }) => actorKind === Actor_Kind.PERSON).map(({ actorId }) => actorId),
  );

const shippingOf = ({ methodType, address, ...shipping }: ShippingBody): Shipping => ({
  ...shipping,
  address,
  methodType: enumValue(ShippingMethod, methodType),
});

const flowOf = ({ steps, version }: { steps: StatusFlowStep[]; version: string }) => ({
  steps: steps.map(({ status, label, kind }): FlowStep => ({
    status,
    label,
    kind: enumName(StatusKind, kind),
  })),
  version,
});

const confirmationOf = (
  id: string,
  { gateway, amountCentavos, version }: Extract<PaymentBody, { outcome: 'confirmed' }>,
): ConfirmPaymentRequest => ({
  id,
  amountCentavos,
  gateway: gateway && enumValue(PaymentGateway, gateway),
  expectedVersion: version,
});

function recordOf(id: string, body: Exclude<PaymentBody, { outcome: 'confirmed' }>): RecordPaymentRequest {
  const path = body.outcome === 'failed' ? PaymentPath.UNSPECIFIED : enumValue(PaymentPath, body.path);
  const amountCentavos = body.outcome === 'paid' ? body.amountCentavos : undefined;
  const outcome = enumValue(PaymentOutcome, body.outcome);
  return { id, path, outcome, amountCentavos, expectedVersion: body.version };
}
