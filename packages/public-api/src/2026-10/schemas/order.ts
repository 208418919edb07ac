import { z } from 'zod';
import { isWebUrl, NOT_A_WEB_URL } from '@commerce/texts/urls.ts';
import {
  cursor,
  isObject,
  limit,
  line,
  optionalId,
  optionalInstant,
  optionalText,
  paragraphs,
} from '../../params.ts';
import { currency, id, money, postalAddressSchema, timestamp } from './common.ts';

/** Where a sale was made (decisions, "Ids, amounts, values"). */
export const ORDER_SOURCES = ['pos', 'online', 'phone', 'marketplace'] as const;
/** How it is paid. */
export const PAYMENT_GATEWAYS = [
  'cash',
  'card_terminal',
  'card_online',
  'bank_transfer',
  'credit_account',
] as const;
/** How far the payment is. */
export const PAYMENT_STATUSES = ['pending', 'authorized', 'paid', 'refunded', 'failed'] as const;
/** How the goods reach the buyer. */
export const SHIPPING_METHOD_TYPES = ['pickup', 'local_delivery', 'carrier'] as const;

/** Contract, section 2, "Order", `line_items`. */
export const lineItemSchema = z
  .strictObject({
    product_id: z.string().nullable().describe('Null for a custom line.'),
    variant_id: z.string().nullable().describe('Null for a product without variants.'),
    sku: z.string().nullable().describe('SKU at the time of the sale.'),
    name: z.string().describe('The name at the time of the sale.'),
    quantity: z.int().describe('Units sold.'),
    unit_price: money('Price of one unit.'),
    total: money('Price of the line.'),
    is_custom: z.boolean().describe('Typed in by the seller rather than taken from the catalogue.'),
    cogs: money('Cost of the goods of the line; there only with `read_costs`, null when unknown.')
      .nullable()
      .optional(),
  })
  .describe('One line of an order.');

/** Contract, section 2, "Order", `shipping`. */
export const shippingSchema = z
  .strictObject({
    method_type: z.enum(SHIPPING_METHOD_TYPES).describe('Kind of delivery.'),
    method_name: z.string().describe('What the store calls the method.'),
    price: money('What the buyer pays for the delivery.'),
    address: postalAddressSchema.nullable().describe('Where it goes; null when it is picked up.'),
    recipient_name: z.string().describe('Who receives it.'),
    recipient_phone: z.string().describe('Phone of the recipient.'),
    recipient_document: z.string().describe('Identity document that the recipient will show.'),
    carrier: z.string().nullable().describe('Company that carries it.'),
    tracking_number: z.string().nullable().describe('Number to follow it by.'),
    tracking_url: z.string().nullable().describe('Page to follow it on.'),
  })
  .describe('How an order reaches the buyer.');

/** Contract, section 2, "Order (sale)". */
export const orderSchema = z
  .strictObject({
    id: id('Id of the order.'),
    order_number: z.string().describe('The number people use; counted per store.'),
    status: z.string().describe('A status of the flow that the store has set up.'),
    source: z.enum(ORDER_SOURCES).describe('Where the sale was made.'),
    shop_id: id('The shop that fulfils it.'),
    seller_shop_ids: z.array(z.string()).describe('The shops that sold it.'),
    customer: z
      .strictObject({
        id: id('Id of the customer.'),
        name: z.string().describe('Name of the buyer.'),
        email: z.string().describe('E-mail address; empty when unknown.'),
        phone: z.string().describe('Phone number; empty when unknown.'),
      })
      .nullable()
      .describe('The buyer; null when not known.'),
    line_items: z.array(lineItemSchema).describe('What was sold.'),
    total: money('What the buyer pays in all.'),
    discount: money('What was taken off.'),
    currency,
    payment: z
      .strictObject({
        gateway: z.enum(PAYMENT_GATEWAYS).describe('Means of payment.'),
        status: z.enum(PAYMENT_STATUSES).describe('How far the payment is.'),
      })
      .describe('How it is paid.'),
    shipping: shippingSchema.nullable().describe('Null for a sale handed over at the counter.'),
    created_at: timestamp('When it was made.'),
    updated_at: timestamp('When it was last changed.'),
  })
  .describe('A sale.');

/** An order as JSON. */
export type OrderJson = z.output<typeof orderSchema>;

/** Query of `GET /orders` (contract, section 4). */
export const listOrdersQuery = z.strictObject({
  status: optionalText(64, 'Only orders in this status of the flow of the store.', 'confirmed'),
  updated_since: optionalInstant('Only what was changed at this moment or later.'),
  created_since: optionalInstant('Only what was made at this moment or later.'),
  shop: optionalId('Only orders of this shop.'),
  limit: limit(100, 50),
  cursor: cursor(),
});

/** The statuses that can be set through the API (contract, section 3). */
export const SETTABLE_STATUSES = ['confirmed', 'preparing', 'shipped', 'delivered'] as const;

/** Body of `POST /orders/:id/status` (contract, section 4). */
export const setOrderStatusBody = z
  .strictObject({
    status: z.enum(SETTABLE_STATUSES).describe('Where the order is to be; the store’s flow must have it.'),
    notes: paragraphs(2_000)
      .optional()
      .describe('Why or how, for the merchant to read in the history of the order.'),
  })
  .describe('A move of an order.');

/** Body of `POST /orders/:id/fulfillment` (contract, section 4). */
export const setOrderTrackingBody = z
  .strictObject({
    tracking_number: line(1, 100).optional().describe('Number to follow the parcel by.'),
    tracking_url: line(1, 2_048)
      .refine(isWebUrl, NOT_A_WEB_URL)
      .meta({ format: 'uri', pattern: '^https?://' })
      .optional()
      .describe('Page to follow the parcel on.'),
  })
  .refine((body) => body.tracking_number !== undefined || body.tracking_url !== undefined, {
    path: ['tracking_number'],
    message: 'Give `tracking_number`, `tracking_url` or both.',
    params: { reason: 'missing' },
    when: isObject,
  })
  .meta({
    description: 'Tracking data, at least one of the two; what is not given stays as it was.',
    allOf: [{ anyOf: [{ required: ['tracking_number'] }, { required: ['tracking_url'] }] }],
  });
