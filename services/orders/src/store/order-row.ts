import { enumName, enumValue, type EnumName } from '@commerce/proto/enum.ts';
import type { PostalAddress } from '@commerce/proto/commerce/common/v1/resource.ts';
import {
  Order,
  type LineItem,
  type OrderCustomer,
  type Shipping,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  OrderSource,
  PaymentGateway,
  PaymentStatus,
  ShippingMethod,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import { fromColumns, toColumns, type Columns, type Fields } from '@commerce/service-kit/db/columns.ts';
import type { PaymentEntry } from '../domain/ledger.ts';
import type { OrderRecord, ProductUnits } from '../domain/order.ts';
import {
  gatewayOf,
  paymentStatusOf,
  type GatewayName,
  type PaidViaName,
  type PaymentStatusName,
} from '../domain/payment.ts';
import type { Order as OrderModel, OrderLine } from '../generated/prisma/client.ts';

/** Number of the encoding of `order.message`. Raise it when Order changes in a way that stored messages lack. */
export const ORDER_ENCODING = 2;

/** An order's own columns, without the encoded message. */
type OrderModelRow = Omit<OrderModel, 'message' | 'encoding'>;
type OrderFields = Fields<OrderModelRow>;

/** A row of `order`, without the encoded message. */
export type OrderRow = Columns<OrderModelRow>;

/** A row of `order_line`. */
export type LineRow = Columns<OrderLine>;

/** The columns of an order, its encoded message included. */
export function orderToRow(record: OrderRecord): object {
  const { storeId, order: o } = record;
  const row: Fields<Omit<OrderModel, 'shippingAddress' | 'writtenOff'>> & {
    shippingAddress: PostalAddress | null;
    writtenOff: readonly ProductUnits[] | null;
  } = {
    storeId,
    id: o.id,
    orderNumber: o.orderNumber,
    status: o.status,
    source: enumName(OrderSource, o.source),
    shopId: o.shopId,
    sellerShopIds: o.sellerShopIds,
    customerId: o.customer?.id ?? null,
    customerName: o.customer?.name ?? null,
    customerEmail: o.customer?.email ?? null,
    customerPhone: o.customer?.phone ?? null,
    totalCentavos: o.totalCentavos,
    discountCentavos: o.discountCentavos,
    paymentGateway: gatewayOf(o),
    paymentStatus: paymentStatusOf(o),
    ...shippingFields(o.shipping),
    createdAt: new Date(o.createdAtMs),
    updatedAt: new Date(o.updatedAtMs),
    version: record.version,
    paidAt: dateOf(record.paidAtMs),
    paidVia: record.paidVia ?? null,
    paymentConfirmedAt: dateOf(record.paymentConfirmedAtMs),
    expiresAt: dateOf(record.expiresAtMs),
    erasedBuyerId: record.erasedBuyerId ?? null,
    isOnAccount: record.isOnAccount,
    linesChanged: record.linesChanged,
    writtenOff: record.writtenOff.length === 0 ? null : record.writtenOff,
    message: new Uint8Array(Order.encode(o).finish()),
    encoding: ORDER_ENCODING,
  };
  return toColumns(row);
}

const dateOf = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));

function shippingFields(shipping: Shipping | undefined) {
  return {
    shippingMethodType: shipping ? enumName(ShippingMethod, shipping.methodType) : null,
    shippingMethodName: shipping?.methodName ?? null,
    shippingPriceCentavos: shipping?.priceCentavos ?? null,
    shippingAddress: shipping?.address ?? null,
    shippingRecipientName: shipping?.recipientName ?? null,
    shippingRecipientPhone: shipping?.recipientPhone ?? null,
    shippingRecipientDocument: shipping?.recipientDocument ?? null,
    shippingCarrier: shipping?.carrier ?? null,
    shippingTrackingNumber: shipping?.trackingNumber ?? null,
    shippingTrackingUrl: shipping?.trackingUrl ?? null,
  };
}

/** The columns of the lines of an order. */
export function linesToRows({ storeId, order }: OrderRecord): object[] {
  return order.lineItems.map((line, position) => {
    const row: Fields<OrderLine> = {
      storeId,
      orderId: order.id,
      position,
      productId: line.productId ?? null,
      variantId: line.variantId ?? null,
      sku: line.sku ?? null,
      name: line.name,
      quantity: line.quantity,
      unitPriceCentavos: line.unitPriceCentavos,
      totalCentavos: line.totalCentavos,
      isCustom: line.isCustom,
      cogsCentavos: line.cogsCentavos ?? null,
      unitDiscountCentavos: line.unitDiscountCentavos ?? null,
    };
    return toColumns(row);
  });
}

/** An order from its row, those of its lines, which are sorted by position, and its payments. */
export function orderFromRows(columns: OrderRow, lines: LineRow[], payments: PaymentEntry[]): OrderRecord {
  const row = fromColumns<OrderModelRow>(columns);
  const order: Order = {
    id: row.id,
    orderNumber: row.orderNumber,
    status: row.status,
    source: enumValue(OrderSource, row.source as EnumName<typeof OrderSource>),
    shopId: row.shopId,
    sellerShopIds: row.sellerShopIds,
    customer: customerOf(row),
    lineItems: lines.map(lineOf),
    totalCentavos: row.totalCentavos,
    discountCentavos: row.discountCentavos,
    payment: {
      gateway: enumValue(PaymentGateway, row.paymentGateway as GatewayName),
      status: enumValue(PaymentStatus, row.paymentStatus as PaymentStatusName),
    },
    shipping: shippingOf(row),
    createdAtMs: row.createdAt.getTime(),
    updatedAtMs: row.updatedAt.getTime(),
  };
  return {
    storeId: row.storeId,
    order,
    version: row.version,
    paidAtMs: row.paidAt?.getTime(),
    paidVia: (row.paidVia as PaidViaName | null) ?? undefined,
    paymentConfirmedAtMs: row.paymentConfirmedAt?.getTime(),
    expiresAtMs: row.expiresAt?.getTime(),
    ...(row.erasedBuyerId === null ? {} : { erasedBuyerId: row.erasedBuyerId }),
    payments,
    isOnAccount: row.isOnAccount,
    linesChanged: row.linesChanged,
    writtenOff: (row.writtenOff as unknown as ProductUnits[] | null) ?? [],
  };
}

function customerOf(row: OrderFields): OrderCustomer | undefined {
  if (row.customerId === null) return undefined;
  return {
    id: row.customerId,
    name: row.customerName ?? '',
    email: row.customerEmail ?? '',
    phone: row.customerPhone ?? '',
  };
}

function shippingOf(row: OrderFields): Shipping | undefined {
  if (row.shippingMethodType === null) return undefined;
  return {
    methodType: enumValue(ShippingMethod, row.shippingMethodType as EnumName<typeof ShippingMethod>),
    methodName: row.shippingMethodName ?? '',
    priceCentavos: row.shippingPriceCentavos ?? 0,
    address: (row.shippingAddress as unknown as PostalAddress | null) ?? undefined,
    recipientName: row.shippingRecipientName ?? '',
    recipientPhone: row.shippingRecipientPhone ?? '',
    recipientDocument: row.shippingRecipientDocument ?? '',
    carrier: row.shippingCarrier ?? undefined,
    trackingNumber: row.shippingTrackingNumber ?? undefined,
    trackingUrl: row.shippingTrackingUrl ?? undefined,
  };
}

function lineOf(columns: LineRow): LineItem {
  const { productId, variantId, sku, cogsCentavos, unitDiscountCentavos, ...line } =
    fromColumns<OrderLine>(columns);
  return {
    productId: productId ?? undefined,
    variantId: variantId ?? undefined,
    sku: sku ?? undefined,
    name: line.name,
    quantity: line.quantity,
    unitPriceCentavos: line.unitPriceCentavos,
    totalCentavos: line.totalCentavos,
    isCustom: line.isCustom,
    cogsCentavos: cogsCentavos ?? undefined,
    unitDiscountCentavos: unitDiscountCentavos ?? undefined,
  };
}
