import type { PostalAddress } from '@commerce/proto/commerce/common/v1/resource.ts';
import {
  Order,
  type LineItem,
  type OrderCustomer,
  type Shipping,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { OrderRecord } from '../domain/order.ts';
import type { PaidVia } from '../domain/payment.ts';

/** Number of the encoding of `order.message`. Raise it when Order changes in a way that stored messages lack. */
export const ORDER_ENCODING = 1;

interface CustomerColumns {
  customer_id: string | null;
  customer_name: string | null;
  customer_email: string | null;
  customer_phone: string | null;
}

interface ShippingColumns {
  shipping_method_type: string | null;
  shipping_method_name: string | null;
  shipping_price_centavos: number | null;
  shipping_address: PostalAddress | null;
  shipping_recipient_name: string | null;
  shipping_recipient_phone: string | null;
  shipping_recipient_document: string | null;
  shipping_carrier: string | null;
  shipping_tracking_number: string | null;
  shipping_tracking_url: string | null;
}

/** Columns that the API does not show. */
interface InternalColumns {
  version: number;
  paid_at: Date | null;
  paid_via: PaidVia | null;
  payment_confirmed_at: Date | null;
  expires_at: Date | null;
  erased_buyer_id: string | null;
}

/** A row of `order`, without the encoded message. */
export interface OrderRow extends CustomerColumns, ShippingColumns, InternalColumns {
  store_id: string;
  id: string;
  order_number: string;
  status: string;
  source: string;
  shop_id: string;
  seller_shop_ids: string[];
  total_centavos: number;
  discount_centavos: number;
  payment_gateway: string;
  payment_status: string;
  created_at: Date;
  updated_at: Date;
}

/** A row of `order_line`. */
export interface LineRow {
  store_id: string;
  order_id: string;
  position: number;
  product_id: string | null;
  variant_id: string | null;
  sku: string | null;
  name: string;
  quantity: number;
  unit_price_centavos: number;
  total_centavos: number;
  is_custom: boolean;
  cogs_centavos: number | null;
}

/** The columns of an order, its encoded message included. */
export function orderToRow(record: OrderRecord): OrderRow & { message: string; encoding: number } {
  const { storeId, order: o } = record;
  return {
    store_id: storeId,
    id: o.id,
    order_number: o.orderNumber,
    status: o.status,
    source: o.source,
    shop_id: o.shopId,
    seller_shop_ids: o.sellerShopIds,
    ...customerColumns(o.customer),
    total_centavos: o.totalCentavos,
    discount_centavos: o.discountCentavos,
    payment_gateway: o.payment?.gateway ?? '',
    payment_status: o.payment?.status ?? '',
    ...shippingColumns(o.shipping),
    created_at: new Date(o.createdAtMs),
    updated_at: new Date(o.updatedAtMs),
    ...internalColumns(record),
    message: `\\x${Buffer.from(Order.encode(o).finish()).toString('hex')}`,
    encoding: ORDER_ENCODING,
  };
}

/** The columns of the lines of an order. */
export function linesToRows({ storeId, order }: OrderRecord): LineRow[] {
  return order.lineItems.map((line, position) => ({
    store_id: storeId,
    order_id: order.id,
    position,
    product_id: line.productId ?? null,
    variant_id: line.variantId ?? null,
    sku: line.sku ?? null,
    name: line.name,
    quantity: line.quantity,
    unit_price_centavos: line.unitPriceCentavos,
    total_centavos: line.totalCentavos,
    is_custom: line.isCustom,
    cogs_centavos: line.cogsCentavos ?? null,
  }));
}

/** An order from its row and those of its lines, which are sorted by position. */
export function orderFromRows(row: OrderRow, lines: LineRow[]): OrderRecord {
  const order: Order = {
    id: row.id,
    orderNumber: row.order_number,
    status: row.status,
    source: row.source,
    shopId: row.shop_id,
    sellerShopIds: row.seller_shop_ids,
    customer: customerFromRow(row),
    lineItems: lines.map(lineFromRow),
    totalCentavos: row.total_centavos,
    discountCentavos: row.discount_centavos,
    payment: { gateway: row.payment_gateway, status: row.payment_status },
    shipping: shippingFromRow(row),
    createdAtMs: row.created_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
  };
  return { storeId: row.store_id, order, ...internalsFromRow(row) };
}

function internalColumns(record: OrderRecord): InternalColumns {
  return {
    version: record.version,
    paid_at: dateOf(record.paidAtMs),
    paid_via: record.paidVia ?? null,
    payment_confirmed_at: dateOf(record.paymentConfirmedAtMs),
    expires_at: dateOf(record.expiresAtMs),
    erased_buyer_id: record.erasedBuyerId ?? null,
  };
}

const dateOf = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));

function internalsFromRow(row: InternalColumns): Omit<OrderRecord, 'storeId' | 'order'> {
  return {
    version: row.version,
    paidAtMs: row.paid_at?.getTime(),
    paidVia: row.paid_via ?? undefined,
    paymentConfirmedAtMs: row.payment_confirmed_at?.getTime(),
    expiresAtMs: row.expires_at?.getTime(),
    ...(row.erased_buyer_id === null ? {} : { erasedBuyerId: row.erased_buyer_id }),
  };
}

function customerColumns(customer: OrderCustomer | undefined): CustomerColumns {
  return {
    customer_id: customer?.id ?? null,
    customer_name: customer?.name ?? null,
    customer_email: customer?.email ?? null,
    customer_phone: customer?.phone ?? null,
  };
}

function shippingColumns(shipping: Shipping | undefined): ShippingColumns {
  return {
    shipping_method_type: shipping?.methodType ?? null,
    shipping_method_name: shipping?.methodName ?? null,
    shipping_price_centavos: shipping?.priceCentavos ?? null,
    shipping_address: shipping?.address ?? null,
    shipping_recipient_name: shipping?.recipientName ?? null,
    shipping_recipient_phone: shipping?.recipientPhone ?? null,
    shipping_recipient_document: shipping?.recipientDocument ?? null,
    shipping_carrier: shipping?.carrier ?? null,
    shipping_tracking_number: shipping?.trackingNumber ?? null,
    shipping_tracking_url: shipping?.trackingUrl ?? null,
  };
}

function customerFromRow(row: OrderRow): OrderCustomer | undefined {
  if (row.customer_id === null) return undefined;
  return {
    id: row.customer_id,
    name: row.customer_name ?? '',
    email: row.customer_email ?? '',
    phone: row.customer_phone ?? '',
  };
}

function shippingFromRow(row: OrderRow): Shipping | undefined {
  if (row.shipping_method_type === null) return undefined;
  return {
    methodType: row.shipping_method_type,
    methodName: row.shipping_method_name ?? '',
    priceCentavos: row.shipping_price_centavos ?? 0,
    address: row.shipping_address ?? undefined,
    recipientName: row.shipping_recipient_name ?? '',
    recipientPhone: row.shipping_recipient_phone ?? '',
    recipientDocument: row.shipping_recipient_document ?? '',
    carrier: row.shipping_carrier ?? undefined,
    trackingNumber: row.shipping_tracking_number ?? undefined,
    trackingUrl: row.shipping_tracking_url ?? undefined,
  };
}

function lineFromRow(row: LineRow): LineItem {
  return {
    productId: row.product_id ?? undefined,
    variantId: row.variant_id ?? undefined,
    sku: row.sku ?? undefined,
    name: row.name,
    quantity: row.quantity,
    unitPriceCentavos: row.unit_price_centavos,
    totalCentavos: row.total_centavos,
    isCustom: row.is_custom,
    cogsCentavos: row.cogs_centavos ?? undefined,
  };
}
