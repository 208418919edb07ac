import { Shipping } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import type { OrderChange } from './order-change.ts';
import type { OrderRecord } from './order.ts';
import { paymentStatusOf } from './payment.ts';
import { invalidTransition, isOpen } from './status-flow.ts';

/** What follows a parcel; what is undefined stays as it was. */
export interface Tracking {
  trackingNumber: string | undefined;
  trackingUrl: string | undefined;
}

/** The shipping of an order. @throws Fault `no_shipping` for a sale handed over at the counter */
function shippingOf({ order }: OrderRecord): Shipping {
  if (order.shipping === undefined)
    throw conflict('no_shipping', 'The order was handed over at the counter: it has no shipping.');
  return order.shipping;
}

/**
 * Stores tracking data (contract, section 4), in whatever status the order is: parcels are followed after their delivery too.
 * @returns undefined when it has them already
 * @throws Fault `no_shipping`
 */
export function track(record: OrderRecord, tracking: Tracking): OrderChange | undefined {
  const before = shippingOf(record);
  const trackingNumber = tracking.trackingNumber ?? before.trackingNumber;
  const trackingUrl = tracking.trackingUrl ?? before.trackingUrl;
  if (trackingNumber === before.trackingNumber && trackingUrl === before.trackingUrl) return undefined;
  return {
    record: {
      ...record,
      order: { ...record.order, shipping: { ...before, trackingNumber, trackingUrl } },
    },
    changed: ['shipping'],
    history: [{ kind: 'shipping', from: before.trackingNumber, to: trackingNumber }],
  };
}

/**
 * Replaces the shipping of an order that goes on; the total follows the price.
 * @returns undefined when it is like that already
 * @throws Fault `no_shipping`; `invalid_transition` when the order is over; `payment_begun` when another price is given although
 *   money was authorized or paid for the old one
 */
export function editShipping(record: OrderRecord, shipping: Shipping): OrderChange | undefined {
  const { order } = record;
  const before = shippingOf(record);
  if (!isOpen(order.status)) throw invalidTransition(`The order is ${order.status}: it has come to its end.`);
  if (isSame(before, shipping)) return undefined;
  const more = shipping.priceCentavos - before.priceCentavos;
  if (more !== 0 && !['pending', 'failed'].includes(paymentStatusOf(order)))
    throw conflict('payment_begun', 'The price of the shipping is part of what was paid.');
  return {
    record: {
      ...record,
      order: { ...order, shipping, totalCentavos: order.totalCentavos + more },
    },
    changed: more === 0 ? ['shipping'] : ['shipping', 'total'],
    history: [{ kind: 'shipping', from: before.trackingNumber, to: shipping.trackingNumber }],
  };
}

/** Absent and undefined are the same, as in the message. */
const isSame = (a: Shipping, b: Shipping): boolean =>
  Buffer.compare(Shipping.encode(a).finish(), Shipping.encode(b).finish()) === 0;
