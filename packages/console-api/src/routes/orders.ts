import * as z from 'zod';
import { answers, consoleRoute, idList, pageQuery, version, type PageOf } from '../route.ts';
import {
  amount,
  centavos,
  id,
  keptLine,
  newLine,
  notes,
  optionalText,
  payment,
  PAYMENT_GATEWAYS,
  PAYMENT_STATUSES,
  moneyGateway,
  shipping,
  SOURCES,
  text,
  type FlowStep,
  type HistoryEntry,
  type OrderAnswer,
  type OrderPayments,
  type OrderSettings,
  type OrderSheet,
  type OrderSummary,
} from './order-messages.ts';

const day = z.iso.date();
const base = '/console/api/stores/:store';

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
  /** Orders by their ids or numbers, without those that do not exist; for printing. */
  getMany: consoleRoute({
    method: 'GET',
    path: `${base}/order-sheets`,
    access: { store: 'seeOrders' },
    query: z.strictObject({
      /** Separated by commas, at most 100. */
      ids: idList(100),
    }),
    answer: answers<{ items: OrderSheet[] }>(),
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
      /** The order of which the buyer exchanges items. */
      exchangeOfOrderId: id.optional(),
      /** The total shown to the buyer: when set, the order is created only with this total. */
      expectedTotalCentavos: centavos.optional(),
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
  /**
   * Records the payment state, or a payment of a part of the balance; `confirmed` is the merchant's confirmation at delivery. 409
   * `invalid_transition`, `over_balance`, `changed_since_read`.
   */
  setPayment: consoleRoute({
    method: 'POST',
    path: `${base}/orders/:order/payment`,
    access: { store: 'sell' },
    body: payment,
    answer: answers<OrderAnswer>(),
  }),
  /** Payments and refunds, oldest first. */
  payments: consoleRoute({
    method: 'GET',
    path: `${base}/orders/:order/payments`,
    access: { store: 'seeOrders' },
    answer: answers<OrderPayments>(),
  }),
  /** Records money that was given back to the buyer. 409 `over_paid`. */
  refund: consoleRoute({
    method: 'POST',
    path: `${base}/orders/:order/refunds`,
    access: { store: 'sell' },
    body: z.strictObject({
      gateway: moneyGateway,
      amountCentavos: amount,
      reason: notes,
      version,
    }),
    answer: answers<OrderAnswer>(),
  }),
  /**
   * Replaces the lines and the discount of an order that has not been shipped. 409 `not_editable`, `insufficient_stock`, `payment_begun`,
   * `changed_since_read`.
   */
  edit: consoleRoute({
    method: 'PUT',
    path: `${base}/orders/:order/lines`,
    access: { store: 'sell' },
    body: z.strictObject({
      lines: z
        .array(z.union([keptLine, ...newLine.options]))
        .min(1)
        .max(500),
      discountCentavos: centavos,
      version,
    }),
    answer: answers<OrderAnswer>(),
  }),
  /** Replaces the shipping. 409 `no_shipping`, `invalid_transition`, `not_editable`, `payment_begun`. */
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
  /** Cancels, rejects or returns an order: the payment is refunded and the stock is restored. 409 `invalid_transition`, `changed_since_read`. */
  end: consoleRoute({
    method: 'POST',
    path: `${base}/orders/:order/end`,
    access: { store: 'sell' },
    body: z.strictObject({ as: z.enum(['cancelled', 'rejected', 'returned']), notes, version }),
    answer: answers<OrderAnswer>(),
  }),
  /**
   * Takes items back: an order of which nothing is left is returned as a whole. 409 `invalid_transition`, `over_paid`,
   * `changed_since_read`.
   */
  returnItems: consoleRoute({
    method: 'POST',
    path: `${base}/orders/:order/returns`,
    access: { store: 'sell' },
    body: z.strictObject({
      lines: z
        .array(
          z.strictObject({
            ...keptLine.shape,
            /** Puts the units back on the shelf. */ restock: z.boolean(),
          }),
        )
        .min(1)
        .max(500),
      notes,
      refund: z.strictObject({ gateway: moneyGateway, amountCentavos: amount }).optional(),
      version,
    }),
    answer: answers<OrderAnswer>(),
  }),
  /** Adds a note to the history of an order. */
  addNote: consoleRoute({
    method: 'POST',
    path: `${base}/orders/:order/notes`,
    access: { store: 'sell' },
    body: z.strictObject({ text: text(2_000) }),
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
    body: z.strictObject({
      orderExpiryMs: z.number().int().min(60_000).max(31_536_000_000),
      discountLimitBp: z.number().int().min(0).max(10_000),
      version,
    }),
    answer: answers<OrderSettings>(),
  }),
};
