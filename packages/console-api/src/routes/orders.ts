import { z } from 'zod';
import type { OrderHistoryEntry, Order, StatusFlowStep } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute, pageQuery, version, type PageOf } from '../route.ts';

/** Where orders come from. */
export const SOURCES = ['pos', 'online', 'phone', 'marketplace'] as const;
/** How orders are paid. */
export const GATEWAYS = ['cash', 'card_terminal', 'card_online', 'bank_transfer', 'credit_account'] as const;
/** How far a payment is. */
export const PAYMENT_STATUSES = ['pending', 'authorized', 'paid', 'refunded', 'failed'] as const;
/** How goods reach the buyer. */
export const METHOD_TYPES = ['pickup', 'local_delivery', 'carrier'] as const;
/** How a payment was found. */
export const PAYMENT_PATHS = ['card', 'online', 'terminal', 'bank_transfer'] as const;
/** Largest amount, in centavos. */
export const MOST_CENTAVOS = 100_000_000_000_000;

const id = z.string().min(1).max(64);
const text = (max: number) => z.string().trim().min(1).max(max);
/** What is left empty is not there. */
const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((value) => (value === '' ? undefined : value))
    .optional();
/** An amount in centavos. */
export const centavos = z.number().int().min(0).max(MOST_CENTAVOS);
const notes = optionalText(2_000);

/** A line of an order to be made: a product, or what the seller typed in with its price. */
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

const day = z.iso.date();
const base = '/console/api/stores/:store';

/** An order as the list shows it. */
export interface OrderSummary {
  id: string;
  orderNumber: string;
  status: string;
  source: string;
  shopName: string;
  /** Null when the buyer is not known. */
  customerName: string | null;
  /** How many units its lines have together. */
  units: number;
  totalCentavos: number;
  paymentGateway: string;
  paymentStatus: string;
  /** Null for a sale handed over at the counter. */
  methodType: string | null;
  createdAt: string;
}

/** An order, with costs only for those who may see them. */
export type OrderDetail = Json<Order> & { shopName: string };

/** An entry of an order's history. */
export type HistoryEntry = Omit<Json<OrderHistoryEntry>, 'atMs'> & {
  at: string;
  /** Who acted, by name, where it is known. */
  actorName: string | null;
};

interface OrderAnswer {
  order: OrderDetail;
}

/** What the store sets for its orders. */
export interface OrderSettings {
  /** How long an unpaid online order waits for its payment, in ms. */
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
      /** The number, or a part of the buyer's name or e-mail: at least 3 characters, unless it is a number. */
      q: optionalText(100),
      status: text(64).optional(),
      source: z.enum(SOURCES).optional(),
      shop: id.optional(),
      payment: z.enum(PAYMENT_STATUSES).optional(),
      customer: id.optional(),
      /** Days in the zone of the store, both included. */
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
  /** What became of an order, oldest first. */
  history: consoleRoute({
    method: 'GET',
    path: `${base}/orders/:order/history`,
    access: { store: 'seeOrders' },
    query: z.strictObject(pageQuery),
    answer: answers<PageOf<HistoryEntry>>(),
  }),
  /** Makes an order that did not come by the point of sale. Refuses as the point of sale does. */
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
      paymentGateway: z.enum(GATEWAYS),
      discountCentavos: centavos,
    }),
    answer: answers<OrderAnswer>(),
  }),
  /** Moves an order on. 409 `payment_confirmation_required`, `invalid_transition`, `status_not_in_flow`. */
  setStatus: consoleRoute({
    method: 'POST',
    path: `${base}/orders/:order/status`,
    access: { store: 'sell' },
    body: z.strictObject({ status: text(64), notes }),
    answer: answers<OrderAnswer>(),
  }),
  /** Notes what is known of the payment; `confirmed` is the merchant's word at the delivery. 409 `invalid_transition`. */
  setPayment: consoleRoute({
    method: 'POST',
    path: `${base}/orders/:order/payment`,
    access: { store: 'sell' },
    body: z.discriminatedUnion('outcome', [
      z.strictObject({ outcome: z.literal('confirmed') }),
      z.strictObject({ outcome: z.enum(['paid', 'authorized']), path: z.enum(PAYMENT_PATHS) }),
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
  /** Brings an order to a bad end: what was paid is given back, what was taken comes back. 409 `invalid_transition`. */
  end: consoleRoute({
    method: 'POST',
    path: `${base}/orders/:order/end`,
    access: { store: 'sell' },
    body: z.strictObject({ as: z.enum(['cancelled', 'rejected', 'returned']), notes }),
    answer: answers<OrderAnswer>(),
  }),
  /** The statuses of the store's orders, in their order. */
  flow: consoleRoute({
    method: 'GET',
    path: `${base}/order-flow`,
    access: { store: 'seeOrders' },
    answer: answers<{ steps: Json<StatusFlowStep>[]; version: string }>(),
  }),
  /** Gives the store the steps between the first and delivered. 409 `status_in_use`. */
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
    answer: answers<{ steps: Json<StatusFlowStep>[]; version: string }>(),
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
