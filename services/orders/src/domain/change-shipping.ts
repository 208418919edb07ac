import { Shipping } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import { requireEditable } from './edit-order.ts';
import type { ChangedField, OrderChange } from './order-change.ts';
import { withTotal } from './order-total.ts';
import type { OrderRecord } from './order.ts';
import { paymentStatusOf } from './payment.ts';
import { invalidTransition, isOpen, type StatusFlow } from './status-flow.ts';

/** Tracking data; an undefined field keeps its value. */
export interface Tracking {
  trackingNumber: string | undefined;
  trackingUrl: string | undefined;
}

/** @throws Fault `no_shipping` for a sale handed over at the counter */
function shippingOf({ order }: OrderRecord): Shipping {
  if (order.shipping === undefined)
    throw conflict('no_shipping', 'The order was handed over at the counter and has no shipping.');
  return order.shipping;
}

/**
 * Sets tracking data (contract, section 4) in any status: parcels are tracked after their delivery too.
 * @returns undefined when nothing differs
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
 * Replaces the shipping of an open order; the total follows the price, and the payment the balance.
 * @returns undefined when nothing differs
 * @throws Fault `no_shipping`; `invalid_transition` when the order has ended; for another price, `not_editable` once it was shipped, and
 *   `payment_begun`
 */
export function replaceShipping(
  record: OrderRecord,
  flow: StatusFlow,
  shipping: Shipping,
  nowMs: number,
): OrderChange | undefined {
  const { order } = record;
  const before = shippingOf(record);
  if (!isOpen(order.status)) throw invalidTransition(`The order is ${order.status}, which is final.`);
  if (isSame(before, shipping)) return undefined;
  const difference = shipping.priceCentavos - before.priceCentavos;
  if (difference !== 0) requireEditable(record, flow);
  const after = withTotal(record, order.totalCentavos + difference, nowMs);
  const changed: ChangedField[] = difference === 0 ? ['shipping'] : ['shipping', 'total'];
  if (paymentStatusOf(after.order) !== paymentStatusOf(order)) changed.push('payment');
  return {
    record: { ...after, order: { ...after.order, shipping } },
    changed,
    history: [{ kind: 'shipping', from: before.trackingNumber, to: shipping.trackingNumber }],
  };
}

/** Compares encoded messages, in which absent and undefined fields are the same. */
const isSame = (a: Shipping, b: Shipping): boolean =>
  Buffer.compare(Shipping.encode(a).finish(), Shipping.encode(b).finish()) === 0;
