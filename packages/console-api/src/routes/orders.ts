import { z } from 'zod';
import { enumNames, type EnumName } from '@commerce/proto/enum.ts';
import type { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Order, OrderHistoryEntry, Shipping } from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  OrderSource,
  PaymentGateway,
  PaymentPath,
  PaymentStatus,
  ShippingMethod,
  type HistoryEntryKind,
  type PaidVia,
  type StatusKind,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute, pageQuery, version, type PageOf } from '../route.ts';

/** Sales channels of orders. */
export const SOURCES = enumNames(OrderSource);
/** Means of payment. */
export const PAYMENT_GATEWAYS = enumNames(PaymentGateway);
/** Statuses of payments. */
export const PAYMENT_STATUSES = enumNames(PaymentStatus);
/** Shipping method types. */
export const METHOD_TYPES = enumNames(ShippingMethod);
/** Maximum amount, in centavos. */
export const MAX_CENTAVOS = 100_000_000_000_000;

const id = z.string().min(1).max(64);
const text = (max: number) => z.string().trim().min(1).max(max);
/** An empty string counts as absent. */
const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((value) => (value === '' ? undefined : value))
    .optional();
/** An amount in centavos. */
export const centavos = z.number().int().min(0).max(MAX_CENTAVOS);
const notes = optionalText(2_000);

/** Line of a new order: a product, or a custom item typed in with its price. */
export const newLine = z.union([
  z.strictObject({
    productId: id,
    variantId: id.optional(),
    quantity: z.number().int().min(1).max(1_000_000),
  }),
  z.strictObject({
    name: text(200),
    unitPriceCentavos: centavos,
    quantity: z.number().int().min(1).max(1_000_000),
  }),
]);

const shipping = z.strictObject({
  methodType: z.enum(METHOD_TYPES),
  methodName: text(200),
  priceCentavos: centavos,
  address: z
    .strictObject({
      street: text(200),
      streetNumber: text(20),
      apartment: optionalText(50),
      city: text(100),
      state: text(100),
      postalCode: text(20),
      notes: optionalText(500),
    })
    .optional(),
  recipientName: text(200),
  recipientPhone: z.string().trim().max(100),
  recipientDocument: z.string().trim().max(100),
  carrier: optionalText(100),
  trackingNumber: optionalText(100),
  trackingUrl: optionalText(2_048),
});

/** Shipping of an order to create or change. */
export type ShippingBody = z.output<typeof shipping>;

const day = z.iso.date();
const base = '/console/api/stores/:store';

/** Order as shown in the list. */
export interface OrderSummary {
  id: string;
  orderNumber: string;
  status: string;
  source: string;
  shopName: string;
  /** Null when the buyer is unknown. */
  customerName: string | null;
  /** Total units over its lines. */
  units: number;
  totalCentavos: number;
  paymentGateway: string;
  paymentStatus: string;
  /** Null for a sale handed over at the counter. */
  methodType: string | null;
  createdAt: string;
}

/** Order; costs are included only for roles that may see them. */
export type OrderDetail = Omit<Json<Order>, 'source' | 'payment' | 'shipping'> & {
  source: EnumName<typeof OrderSource>;
  payment: { gateway: EnumName<typeof PaymentGateway>; status: EnumName<typeof PaymentStatus> };
  /** Absent for a sale handed over at the counter. */
  shipping?:
    (Omit<Json<Shipping>, 'methodType'> & { methodType: EnumName<typeof ShippingMethod> }) | undefined;
  shopName: string;
};

/** Status of a store's flow. */
export interface FlowStep {
  /** Name in the API. */
  status: string;
  /** Name shown to the merchant. */
  label: string;
  kind: EnumName<typeof StatusKind>;
}

/** Entry of an order's history. */
export type HistoryEntry = Pick<OrderHistoryEntry, 'from' | 'to' | 'notes' | 'actorId'> & {
  kind: EnumName<typeof HistoryEntryKind>;
  /** Of a payment. */
  paidVia?: EnumName<typeof PaidVia> | undefined;
  /** Of a payment. */
  gateway?: EnumName<typeof PaymentGateway> | undefined;
  actorKind: EnumName<typeof Actor_Kind>;
  at: string;
  /** Name of the actor, where known. */
  actorName: string | null;
};

interface OrderAnswer {
  order: OrderDetail;
}

/** Order settings of the store. */
export interface OrderSettings {
  /** Time that an unpaid online order waits for its payment, in ms. */
  orderExpiryMs: number;
  version: string;
}

export const orderRoutes = {
  /** Orders, newest first. */
  list: consoleRoute({
    method: 'GET',
    path: `${base}/orders`,
    access: { store: 'seeOrders' },
    query: z.strictObject({
      ...pageQuery,
      /** Order number, or part of the buyer's name or email; at least 3 characters unless it is a number. */
      q: optionalText(100),
      status: text(64).optional(),
      source: z.enum(SOURCES).optional(),
      shop: id.optional(),
      payment: z.enum(PAYMENT_STATUSES).optional(),
      customer: id.optional(),
      /** Inclusive days in the store's time zone. */
      from: day.optional(),
      to: day.optional(),
    }),
    answer: answers<PageOf<OrderSummary>>(),
  }),
  /** One order, by its id or its number. */
  get: consoleRoute({
    method: 'GET',
    path: `${base}/orders/:order`,
    access: { store: 'seeOrders' },
    answer: answers<OrderAnswer>(),
  }),
  /** History of an order, oldest first. */
  history: consoleRoute({
    method: 'GET',
    path: `${base}/orders/:order/history`,
    access: { store: 'seeOrders' },
    query: z.strictObject(pageQuery),
    answer: answers<PageOf<HistoryEntry>>(),
  }),
  /** Creates an order outside the point of sale. Refusals are the same as for `sell`. */
  create: consoleRoute({
    method: 'POST',
    path: `${base}/orders`,
    access: { store: 'sell' },
    body: z.strictObject({
      source: z.enum(['online', 'phone', 'marketplace']),
      shopId: id,
      customerId: id.optional(),
      lines: z.array(newLine).min(1).max(500),
      shipping: shipping.optional(),
      paymentGateway: z.enum(PAYMENT_GATEWAYS),
      discountCentavos: centavos,
    }),
    answer: answers<OrderAnswer>(),
  }),
  /** Advances an order. 409 `payment_confirmation_required`, `invalid_transition`, `status_not_in_flow`. */
  setStatus: consoleRoute({
    method: 'POST',
    path: `${base}/orders/:order/status`,
    access: { store: 'sell' },
    body: z.strictObject({ status: text(64), notes }),
    answer: answers<OrderAnswer>(),
  }),
  /** Records the payment state; `confirmed` is the merchant's confirmation at delivery. 409 `invalid_transition`. */
  setPayment: consoleRoute({
    method: 'POST',
    path: `${base}/orders/:order/payment`,
    access: { store: 'sell' },
    body: z.discriminatedUnion('outcome', [
      z.strictObject({ outcome: z.literal('confirmed') }),
      z.strictObject({ outcome: z.enum(['paid', 'authorized']), path: z.enum(enumNames(PaymentPath)) }),
      z.strictObject({ outcome: z.literal('failed') }),
    ]),
    answer: answers<OrderAnswer>(),
  }),
  /** Replaces the shipping. 409 `no_shipping`, `invalid_transition`, `payment_begun`. */
  setShipping: consoleRoute({
    method: 'PUT',
    path: `${base}/orders/:order/shipping`,
    access: { store: 'sell' },
    body: shipping.extend({ version }),
    answer: answers<OrderAnswer>(),
  }),
  /** Stores tracking data. 409 `no_shipping`. */
  setTracking: consoleRoute({
    method: 'PUT',
    path: `${base}/orders/:order/tracking`,
    access: { store: 'sell' },
    body: z.strictObject({ trackingNumber: optionalText(100), trackingUrl: optionalText(2_048), version }),
    answer: answers<OrderAnswer>(),
  }),
  /** Cancels, rejects or returns an order: the payment is refunded and the stock is restored. 409 `invalid_transition`. */
  end: consoleRoute({
    method: 'POST',
    path: `${base}/orders/:order/end`,
    access: { store: 'sell' },
    body: z.strictObject({ as: z.enum(['cancelled', 'rejected', 'returned']), notes }),
    answer: answers<OrderAnswer>(),
  }),
  /** Order statuses of the store, in flow order. */
  flow: consoleRoute({
    method: 'GET',
    path: `${base}/order-flow`,
    access: { store: 'seeOrders' },
    answer: answers<{ steps: FlowStep[]; version: string }>(),
  }),
  /** Replaces the store's custom steps between the first status and delivered. 409 `status_in_use`. */
  putFlow: consoleRoute({
    method: 'PUT',
    path: `${base}/order-flow`,
    access: { store: 'settings' },
    body: z.strictObject({
      version,
      steps: z
        .array(z.strictObject({ status: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/), label: text(100) }))
        .max(30),
    }),
    answer: answers<{ steps: FlowStep[]; version: string }>(),
  }),
  settings: consoleRoute({
    method: 'GET',
    path: `${base}/order-settings`,
    access: { store: 'seeOrders' },
    answer: answers<OrderSettings>(),
  }),
  putSettings: consoleRoute({
    method: 'PUT',
    path: `${base}/order-settings`,
    access: { store: 'settings' },
    body: z.strictObject({ orderExpiryMs: z.number().int().min(60_000).max(31_536_000_000), version }),
    answer: answers<OrderSettings>(),
  }),
};
