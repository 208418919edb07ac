import { enumName, enumValue } from '@commerce/proto/enum.ts';
import type {
  CreateOrderRequest,
  CreateOrderRequest_Line,
  LineItem,
  OrderCustomer,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource, PaymentGateway, PaymentStatus } from '@commerce/proto/commerce/orders/v1/values.ts';
import { conflict, invalid } from '@commerce/service-kit/fault.ts';
import { FieldErrors, MAX_CENTAVOS } from '@commerce/service-kit/fields.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { checkDiscount, discountOf } from './discount.ts';
import { canExpire } from './expiry.ts';
import { mainGateway, type PaymentEntry } from './ledger.ts';
import type { HistoryEntry } from './order-change.ts';
import { subtotalOf, totalOf } from './order-total.ts';
import type { OrderRecord } from './order.ts';
import type { GatewayName } from './payment.ts';
import { checkShipping } from './shipping-check.ts';

/** Maximum number of lines, which is that of one request to the price engine. */
export const MAX_LINES = 500;
export const MAX_UNITS = 1_000_000;
/** At the point of sale, a larger quantity is a typing error. */
const MAX_POS_UNITS = 9_999;
const MAX_PAYMENTS = 10;
const MAX_NAME = 200;

/**
 * Checks a request as far as this is possible without other services.
 * @throws Fault invalid_request naming every bad field
 */
export function checkNewOrder(request: CreateOrderRequest): void {
  const errors = new FieldErrors();
  if (request.orderId !== undefined && !isId('ord', request.orderId))
    errors.add('order_id', 'Must be the id of an order.');
  // A value that is no id may be a string that the database rejects.
  if (!isId('shp', request.shopId)) errors.add('shop_id', 'The store has no such shop.');
  if (request.priceListId !== undefined && !isId('pl', request.priceListId))
    errors.add('price_list_id', 'The store has no such price list.');
  if (request.exchangeOfOrderId !== undefined && !isId('ord', request.exchangeOfOrderId))
    errors.add('exchange_of_order_id', 'The store has no such order.');
  errors.enumValue('source', request.source, OrderSource);
  if (request.payments.length === 0)
    errors.enumValue('payment_gateway', request.paymentGateway, PaymentGateway);
  else checkPayments(errors, request);
  if (request.customerId === undefined && gatewaysOf(request).includes(PaymentGateway.CREDIT_ACCOUNT))
    errors.add('customer_id', 'Is required with a credit account.', 'missing');
  checkDiscount(errors, '', request);
  if (errors.count('lines', request.lines.length, 1, MAX_LINES))
    request.lines.forEach((line, n) => checkLine(errors, `lines[${n}]`, line, request.source));
  if (request.shipping !== undefined) {
    if (request.source === OrderSource.POS)
      errors.add('shipping', 'Must be absent for a sale at the point of sale.');
    checkShipping(errors, request.shipping);
  }
  errors.throwIfAny();
}

function checkPayments(errors: FieldErrors, { payments, source }: CreateOrderRequest): void {
  if (source !== OrderSource.POS)
    return errors.add('payments', 'Must be empty except for a sale at the point of sale.');
  if (!errors.count('payments', payments.length, 0, MAX_PAYMENTS)) return;
  payments.forEach(({ gateway, amountCentavos }, n) => {
    errors.enumValue(`payments[${n}].gateway`, gateway, PaymentGateway);
    errors.integer(`payments[${n}].amount_centavos`, amountCentavos, 1, MAX_CENTAVOS);
  });
}

/** Checks a new line of an order. */
export function checkLine(
  errors: FieldErrors,
  at: string,
  line: CreateOrderRequest_Line,
  source: OrderSource,
): void {
  const max = source === OrderSource.POS ? MAX_POS_UNITS : MAX_UNITS;
  errors.integer(`${at}.quantity`, line.quantity, 1, max);
  checkDiscount(errors, `${at}.`, line);
  if (line.productId !== undefined) {
    if (line.name !== undefined || line.unitPriceCentavos !== undefined)
      errors.add(at, 'Must have either a product or a name and a price.');
    return;
  }
  if (line.variantId !== undefined) errors.add(`${at}.product_id`, 'Is required with a variant.');
  if (line.name === undefined || line.unitPriceCentavos === undefined)
    return errors.add(at, 'Must have either a product or a name and a price.');
  errors.line(`${at}.name`, line.name, 1, MAX_NAME);
  errors.amount(`${at}.unit_price_centavos`, line.unitPriceCentavos);
}

/** Reason why an order cannot have a buyer, who is unknown or erased. */
export const NO_SUCH_CUSTOMER = 'The store has no such customer.';

/** Data of a new order that comes from other services. */
export interface GatheredOrder {
  lineItems: LineItem[];
  customer: OrderCustomer | undefined;
  /** Number of the order of which items are exchanged. */
  exchangedNumber?: string | undefined;
}

/** A new order before it is numbered. */
export interface NewOrder extends GatheredOrder {
  storeId: string;
  id: string;
  request: CreateOrderRequest;
  /** Time for which an unpaid online order of the store waits for its payment. */
  expiryMs: number;
}

/** A new order with the first entries of its history. */
export interface MadeOrder {
  record: OrderRecord;
  history: HistoryEntry[];
}

/** @throws Fault invalid_request if the total is negative or exceeds the maximum amount */
const newTotalOf = (request: CreateOrderRequest, lineItems: readonly LineItem[]): number =>
  totalOf({
    lineItems,
    discountCentavos: discountOf(request, subtotalOf(lineItems)),
    shippingCentavos: request.shipping?.priceCentavos ?? 0,
  });

/**
 * Checks that the order has the total that was shown to the buyer, and that its payments add up to it.
 * @throws Fault `price_changed`; `invalid_request` for payments of another sum
 */
export function requireExpectedTotal(request: CreateOrderRequest, lineItems: readonly LineItem[]): void {
  const total = newTotalOf(request, lineItems);
  const expected = request.expectedTotalCentavos;
  if (expected !== undefined && expected !== total)
    throw conflict('price_changed', `The order total is ${total / 100}.`, 'expected_total_centavos');
  const { payments } = request;
  const sum = payments.reduce((amount, { amountCentavos }) => amount + amountCentavos, 0);
  if (payments.length > 0 && sum !== total)
    throw invalid('payments', `Must add up to the order total, ${total / 100}.`);
}

/** The means of payment of a new order: those of its parts, or the one for all of it. */
const gatewaysOf = ({ payments, paymentGateway }: CreateOrderRequest): PaymentGateway[] =>
  payments.length > 0 ? payments.map(({ gateway }) => gateway) : [paymentGateway];

/** The parts of the total by means of payment: those of the request, or one for all of it. */
function paymentParts(request: CreateOrderRequest, totalCentavos: number): PaymentPart[] {
  const { payments, paymentGateway: gateway } = request;
  const parts = payments.length > 0 ? payments : [{ gateway, amountCentavos: totalCentavos }];
  return parts.map((part) => ({ ...part, gateway: enumName(PaymentGateway, part.gateway) }));
}

interface PaymentPart {
  gateway: GatewayName;
  amountCentavos: number;
}

/** Payments that are collected with a sale at the point of sale: all parts but those on a credit account. */
const collectedOf = (parts: readonly PaymentPart[]): PaymentEntry[] =>
  parts
    .filter(({ gateway, amountCentavos }) => gateway !== 'credit_account' && amountCentavos > 0)
    .map((part) => ({ kind: 'payment', ...part, paidVia: 'pos' }));

/** History of the payments of a sale; a sale for nothing is paid as well. */
function paymentHistory(parts: readonly PaymentPart[], isPaid: boolean): HistoryEntry[] {
  const collected = parts.filter(({ gateway }) => gateway !== 'credit_account');
  return collected.map(({ gateway, amountCentavos }, n) => {
    const settles = isPaid && n === collected.length - 1;
    return {
      kind: 'payment',
      from: 'pending',
      to: settles ? 'paid' : 'pending',
      ...(settles && { paidVia: 'pos' }),
      gateway,
      ...(amountCentavos > 0 && { amountCentavos }),
    };
  });
}

/**
 * Makes the order. A sale at the point of sale is delivered, and paid but for what is on a credit account.
 * @param orderNumber number that was taken for it
 * @param atMs stamp of its creation
 */
export function makeOrder(from: NewOrder, orderNumber: string, atMs: number): MadeOrder {
  const { storeId, id, request, lineItems, customer, expiryMs } = from;
  const atCounter = request.source === OrderSource.POS;
  const totalCentavos = newTotalOf(request, lineItems);
  const parts = paymentParts(request, totalCentavos);
  const isOnAccount = parts.some(({ gateway }) => gateway === 'credit_account');
  const isPaid = atCounter && !isOnAccount;
  const status = atCounter ? 'delivered' : 'pending';
  const order = {
    id,
    orderNumber,
    status,
    source: request.source,
    shopId: request.shopId,
    sellerShopIds: [request.shopId],
    customer,
    lineItems,
    totalCentavos,
    discountCentavos: discountOf(request, subtotalOf(lineItems)),
    payment: {
      gateway: enumValue(PaymentGateway, mainGateway(parts)!),
      status: isPaid ? PaymentStatus.PAID : PaymentStatus.PENDING,
    },
    shipping: request.shipping,
    createdAtMs: atMs,
    updatedAtMs: atMs,
  };
  const record: OrderRecord = {
    storeId,
    order,
    version: 1,
    paidAtMs: isPaid ? atMs : undefined,
    paidVia: isPaid ? 'pos' : undefined,
    paymentConfirmedAtMs: undefined,
    expiresAtMs: canExpire(order) ? atMs + expiryMs : undefined,
    payments: atCounter ? collectedOf(parts) : [],
    isOnAccount,
    linesChanged: false,
    writtenOff: [],
  };
  const payments = atCounter ? paymentHistory(parts, isPaid) : [];
  const { exchangedNumber } = from;
  const exchange: HistoryEntry[] =
    exchangedNumber === undefined ? [] : [{ kind: 'exchange', from: exchangedNumber }];
  return { record, history: [{ kind: 'created', to: status }, ...exchange, ...payments] };
}
