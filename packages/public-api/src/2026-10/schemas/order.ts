import * as z from 'zod';
import { enumNames } from '@commerce/proto/enum.ts';
import {
  OrderSource,
  PaymentGateway,
  PaymentStatus,
  ShippingMethod,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import { isWebUrl, NOT_A_WEB_URL } from '@commerce/texts/urls.ts';
import {
  cursor,
  isObject,
  limit,
  line,
  optionalId,
  optionalIds,
  optionalInstant,
  optionalText,
  paragraphs,
} from '../../params.ts';
import { IDS } from '../examples/ids.ts';
import { currency, id, money, postalAddressSchema, timestamp } from './common.ts';

/** Contract, section 2, "Order", `line_items`. */
export const lineItemSchema = z
  .strictObject({
    product_id: z.string().nullable().describe('Null for a custom line.'),
    variant_id: z.string().nullable().describe('Null for a product without variants.'),
    sku: z.string().nullable().describe('SKU at the time of the sale.'),
    name: z.string().describe('Name at the time of the sale.'),
    quantity: z.int().describe('Units sold.'),
    unit_price: money('Price of one unit.'),
    total: money('Price of the line.'),
    is_custom: z
      .boolean()
      .describe('True if the seller entered the line instead of choosing a product of the catalog.'),
    cogs: money('Cost of the line; only with `read_costs`, null if unknown.').nullable().optional(),
  })
  .describe('Line of an order.');

/** Contract, section 2, "Order", `shipping`. */
export const shippingSchema = z
  .strictObject({
    method_type: z.enum(enumNames(ShippingMethod)).describe('Kind of delivery.'),
    method_name: z.string().describe('Name of the method in the store.'),
    price: money('Price of the delivery.'),
    address: postalAddressSchema.nullable().describe('Address of the delivery; null for a pickup.'),
    recipient_name: z.string().describe('Name of the recipient.'),
    recipient_phone: z.string().describe('Phone of the recipient.'),
    recipient_document: z.string().describe('Identity document of the recipient.'),
    carrier: z.string().nullable().describe('Carrier.'),
    tracking_number: z.string().nullable().describe('Tracking number.'),
    tracking_url: z.string().nullable().describe('Tracking page.'),
  })
  .describe('Delivery of an order.');

/** Contract, section 2, "Order (sale)". */
export const orderSchema = z
  .strictObject({
    id: id('Id of the order.'),
    order_number: z.string().describe('Number of the order, counted per store.'),
    status: z.string().describe('Status in the store’s status flow.'),
    source: z.enum(enumNames(OrderSource)).describe('Source of the sale.'),
    shop_id: id('Shop that fulfills the order.'),
    seller_shop_ids: z.array(z.string()).describe('Shops that sold the items.'),
    customer: z
      .strictObject({
        id: id('Id of the customer.'),
        name: z.string().describe('Name of the buyer.'),
        email: z.string().describe('Email address; empty if unknown.'),
        phone: z.string().describe('Phone number; empty if unknown.'),
      })
      .nullable()
      .describe('Buyer; null if unknown.'),
    line_items: z.array(lineItemSchema).describe('Sold items.'),
    total: money('Total that the buyer pays.'),
    discount: money('Discount.'),
    currency,
    payment: z
      .strictObject({
        gateway: z.enum(enumNames(PaymentGateway)).describe('Means of payment.'),
        status: z.enum(enumNames(PaymentStatus)).describe('Status of the payment.'),
      })
      .describe('Payment.'),
    shipping: shippingSchema.nullable().describe('Delivery; null for a sale handed over at the counter.'),
    created_at: timestamp('Time of creation.'),
    updated_at: timestamp('Time of the last change.'),
  })
  .describe('Sale.');

/** Order as JSON. */
export type OrderJson = z.output<typeof orderSchema>;

/** Query of `GET /orders` (contract, section 4). */
export const listOrdersQuery = z.strictObject({
  status: optionalText(64, 'Only orders with this status of the store’s status flow.', 'confirmed'),
  updated_since: optionalInstant('Only results changed at or after this time.'),
  created_since: optionalInstant('Only results created at or after this time.'),
  shop: optionalId('Only orders of this shop.'),
  customer: optionalId(
    'Only orders of this customer. A customer without orders, or unknown, has an empty page.',
    IDS.customer,
  ),
  ids: optionalIds('orders', `${IDS.order},${IDS.counterOrder}`),
  limit: limit(100, 50),
  cursor: cursor(),
});

/** Statuses that can be set through the API (contract, section 3). */
export const SETTABLE_STATUSES = ['confirmed', 'preparing', 'shipped', 'delivered'] as const;

/** Body of `POST /orders/:id/status` (contract, section 4). */
export const setOrderStatusBody = z
  .strictObject({
    status: z.enum(SETTABLE_STATUSES).describe('New status; it must be in the store’s status flow.'),
    notes: paragraphs(2_000)
      .optional()
      .describe('Notes for the merchant, shown in the history of the order.'),
  })
  .meta({
    description: 'Status change of an order.',
    examples: [{ status: 'preparing', notes: 'Packed in the afternoon.' }],
  });

/** Body of `POST /orders/:id/fulfillment` (contract, section 4). */
export const setOrderTrackingBody = z
  .strictObject({
    tracking_number: line(1, 100).optional().describe('Tracking number.'),
    tracking_url: line(1, 2_048)
      .refine(isWebUrl, NOT_A_WEB_URL)
      .meta({ format: 'uri', pattern: '^https?://' })
      .optional()
      .describe('Tracking page.'),
  })
  .refine((body) => body.tracking_number !== undefined || body.tracking_url !== undefined, {
    path: ['tracking_number'],
    message: 'Requires `tracking_number`, `tracking_url` or both.',
    params: { reason: 'missing' },
    when: isObject,
  })
  .meta({
    description: 'Tracking data, at least one of the two; an omitted field stays unchanged.',
    allOf: [{ anyOf: [{ required: ['tracking_number'] }, { required: ['tracking_url'] }] }],
    examples: [{ tracking_number: 'CA123456789AR', tracking_url: 'https://carrier.example/CA123456789AR' }],
  });
