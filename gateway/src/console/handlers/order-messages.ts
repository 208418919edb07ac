import { enumName } from '@commerce/proto/enum.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Order, OrderHistoryEntry } from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  HistoryEntryKind,
  OrderSource,
  PaidVia,
  PaymentGateway,
  PaymentStatus,
  ShippingMethod,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import type { HistoryEntry, OrderDetail, OrderSummary } from '@commerce/console-api/routes/order-messages.ts';
import { required } from '../../edge/required.ts';
import type { CallContext } from '../handler.ts';
import { toJson } from '../to-json.ts';

/** Part of a call that the handlers of orders use. */
export type OrderCall = Pick<CallContext, 'ctx' | 'services' | 'may'>;

/** Entry of a history in its console form. */
export const entryOf = (entry: OrderHistoryEntry, actorName: string | null): HistoryEntry => ({
  kind: enumName(HistoryEntryKind, entry.kind),
  from: entry.from,
  to: entry.to,
  paidVia: entry.paidVia === undefined ? undefined : enumName(PaidVia, entry.paidVia),
  notes: entry.notes,
  actorKind: enumName(Actor_Kind, entry.actorKind),
  actorId: entry.actorId,
  gateway: entry.gateway === undefined ? undefined : enumName(PaymentGateway, entry.gateway),
  amountCentavos: entry.amountCentavos,
  returned: entry.returned,
  at: new Date(entry.atMs).toISOString(),
  actorName,
});

/** Order in the form of the list. */
export function summaryOf(order: Order, shopNames: ReadonlyMap<string, string>): OrderSummary {
  const payment = required(order.payment);
  return {
    id: order.id,
    orderNumber: order.orderNumber,
    status: order.status,
    source: enumName(OrderSource, order.source),
    shopName: shopNames.get(order.shopId) ?? '',
    customerName: order.customer?.name ?? null,
    units: order.lineItems.reduce((sum, { quantity }) => sum + quantity, 0),
    totalCentavos: order.totalCentavos,
    paymentGateway: enumName(PaymentGateway, payment.gateway),
    paymentStatus: enumName(PaymentStatus, payment.status),
    methodType: order.shipping ? enumName(ShippingMethod, order.shipping.methodType) : null,
    createdAt: new Date(order.createdAtMs).toISOString(),
  };
}

/** Order in its console form: with the name of its shop, and with costs if the person may see them. */
export async function detailOf(call: OrderCall, order: Order): Promise<OrderDetail> {
  const [detail] = await detailsOf(call, [order]);
  return detail!;
}

/** Orders in their console form. */
export async function detailsOf(
  { ctx, services, may }: OrderCall,
  orders: readonly Order[],
): Promise<OrderDetail[]> {
  const { shops } = await services.catalog.listShopNames(ctx, {});
  const names = new Map(shops.map(({ id, name }) => [id, name]));
  return orders.map((order) => {
    const lineItems = may('seeCosts')
      ? order.lineItems
      : order.lineItems.map((line) => ({ ...line, cogsCentavos: undefined }));
    const { shipping } = order;
    const payment = required(order.payment);
    return {
      ...toJson({ ...order, lineItems }),
      source: enumName(OrderSource, order.source),
      payment: {
        gateway: enumName(PaymentGateway, payment.gateway),
        status: enumName(PaymentStatus, payment.status),
      },
      shipping: shipping && {
        ...toJson(shipping),
        methodType: enumName(ShippingMethod, shipping.methodType),
      },
      shopName: names.get(order.shopId) ?? '',
    };
  });
}
