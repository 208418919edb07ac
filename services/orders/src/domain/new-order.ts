import type {
  CreateOrderRequest,
  CreateOrderRequest_Line,
  LineItem,
  OrderCustomer,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { conflict, invalid } from '@commerce/service-kit/fault.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { canExpire } from './expiry.ts';
import { FieldCheck, MOST_CENTAVOS } from './field-check.ts';
import type { HistoryEntry } from './order-change.ts';
import { ORDER_SOURCES, type OrderRecord } from './order.ts';
import { PAYMENT_GATEWAYS } from './payment.ts';
import { checkShipping } from './shipping-check.ts';

/** Most lines of an order: so many the price engine takes at once. */
const MOST_LINES = 500;
const MOST_UNITS = 1_000_000;
const LONGEST_NAME = 200;

/**
 * Checks all that can be known of an order to be made without asking anybody.
 * @throws Fault invalid_request naming every bad field
 */
export function checkNewOrder(request: CreateOrderRequest): void {
  const check = new FieldCheck();
  if (request.orderId !== undefined && !isId('ord', request.orderId))
    check.refuse('order_id', 'Must be an id of an order.');
  // What is no id is nobody's, and may be a text that no database takes.
  if (!isId('shp', request.shopId)) check.refuse('shop_id', 'The store has no such shop.');
  if (request.priceListId !== undefined && !isId('pl', request.priceListId))
    check.refuse('price_list_id', 'The store has no such price list.');
  check.oneOf('source', request.source, ORDER_SOURCES);
  check.oneOf('payment_gateway', request.paymentGateway, PAYMENT_GATEWAYS);
  check.amount('discount_centavos', request.discountCentavos);
  if (request.lines.length < 1 || request.lines.length > MOST_LINES)
    check.refuse('lines', `Must be 1 to ${MOST_LINES}.`);
  else request.lines.forEach((line, n) => checkLine(check, `lines[${n}]`, line));
  if (request.shipping !== undefined) {
    if (request.source === 'pos') check.refuse('shipping', 'A sale at the point of sale is not shipped.');
    checkShipping(check, request.shipping);
  }
  check.done();
}

function checkLine(check: FieldCheck, at: string, line: CreateOrderRequest_Line): void {
  if (line.quantity < 1 || line.quantity > MOST_UNITS)
    check.refuse(`${at}.quantity`, `Must be 1 to ${MOST_UNITS}.`);
  if (line.productId !== undefined) {
    if (line.name !== undefined || line.unitPriceCentavos !== undefined)
      check.refuse(at, 'A line has either a product or a name and a price.');
    return;
  }
  if (line.variantId !== undefined) check.refuse(`${at}.product_id`, 'Must be given with a variant.');
  if (line.name === undefined || line.unitPriceCentavos === undefined)
    return check.refuse(at, 'A line has either a product or a name and a price.');
  check.text(`${at}.name`, line.name, 1, LONGEST_NAME);
  check.amount(`${at}.unit_price_centavos`, line.unitPriceCentavos);
}

/** What was found out about an order to be made. */
export interface NewOrder {
  storeId: string;
  id: string;
  request: CreateOrderRequest;
  lineItems: LineItem[];
  customer: OrderCustomer | undefined;
  expiryMs: number;
}

/** An order that was just made, with the beginning of its history. */
export interface MadeOrder {
  record: OrderRecord;
  history: HistoryEntry[];
}

/**
 * What the order comes to.
 * @throws Fault invalid_request when it is beyond what amounts can be, or less than nothing
 */
export function totalOf(request: CreateOrderRequest, lineItems: readonly LineItem[]): number {
  const subtotal = lineItems.reduce((sum, line) => sum + line.totalCentavos, 0);
  if (subtotal > MOST_CENTAVOS) throw invalid('lines', 'They come to more than 10^12 pesos.');
  if (request.discountCentavos > subtotal)
    throw invalid('discount_centavos', 'Must not be more than the lines come to.');
  return subtotal - request.discountCentavos + (request.shipping?.priceCentavos ?? 0);
}

/**
 * Checks that the order comes to what the buyer was told.
 * @throws Fault `price_changed`
 */
export function requireExpectedTotal(request: CreateOrderRequest, lineItems: readonly LineItem[]): void {
  const total = totalOf(request, lineItems);
  const expected = request.expectedTotalCentavos;
  if (expected !== undefined && expected !== total)
    throw conflict('price_changed', `The order comes to ${total / 100}.`, 'expected_total_centavos');
}

/**
 * The order. A sale at the point of sale is delivered, and, but for a credit account, whose money comes later, paid.
 * @param orderNumber the number that it got
 * @param atMs the stamp of its making
 */
export function makeOrder(from: NewOrder, orderNumber: string, atMs: number): MadeOrder {
  const { storeId, id, request, lineItems, customer, expiryMs } = from;
  const atCounter = request.source === 'pos';
  const isPaid = atCounter && request.paymentGateway !== 'credit_account';
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
    totalCentavos: totalOf(request, lineItems),
    discountCentavos: request.discountCentavos,
    payment: { gateway: request.paymentGateway, status: isPaid ? 'paid' : 'pending' },
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
  };
  const history: HistoryEntry[] = [{ kind: 'created', to: status }];
  if (isPaid) history.push({ kind: 'payment', from: 'pending', to: 'paid', paidVia: 'pos' });
  return { record, history };
}
