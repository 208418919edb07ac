import { z } from 'zod';
import { id, timestamp } from './common.ts';
import { customerSchema } from './customer.ts';
import { orderSchema } from './order.ts';
import { productSchema } from './product.ts';
import { stockRowSchema } from './stock.ts';

const truncated = z
  .literal(true)
  .optional()
  .describe('There when the body would be larger than 256 KB: `data` is then only the `id`.');

const meta = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ ...shape, truncated }).describe('What the type says beside the resource.');

const gone = z
  .strictObject({ id: id('Id of the resource.') })
  .describe('What is left of a resource that is gone, or too large for the body.');

const orGone = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([schema, gone]).describe('The resource as it is now, as its own endpoint answers it.');

/** An event of a type, as a webhook sends it and `GET /events` answers it (contract, section 6, "Body"). */
const event = <Type extends string, Data extends z.ZodType, Meta extends z.ZodType>(
  type: Type,
  description: string,
  data: Data,
  metaSchema: Meta,
) =>
  z
    .strictObject({
      id: id('Id of the event, the same in every delivery and replay.'),
      type: z.literal(type).describe('What has happened.'),
      created_at: timestamp('When it happened.'),
      store_id: z.string().nullable().describe('Id of the store; null for `ping`.'),
      data,
      meta: metaSchema,
    })
    .describe(description);

const onlyTruncated = meta({}).optional();
const status = z.string().describe('Status of the order.');
const previous_status = z.string().describe('Status of the order before.');
const changed = z.array(z.string()).describe('What changed, e.g. `status` or `shipping`.');
const app_id = z.string().describe('Id of the app.');
const uninstalled_at = timestamp('When it was uninstalled.').nullable();

const installation = z
  .strictObject({
    installation_id: id('Id of the installation.'),
    app_id,
    store_id: z.string().describe('Id of the store.'),
    status: z.string().describe('`uninstalled`.'),
    uninstalled_at,
  })
  .describe('The installation that was.');

const customerReference = z.union([
  z.strictObject({
    customer_id: id('Id of the customer.'),
    email_hash: z
      .string()
      .nullable()
      .describe(
        'Lowercase hexadecimal SHA-256 of the lowercased email; null when the email is gone already.',
      ),
  }),
  gone,
]);

const order = orGone(orderSchema);
const product = orGone(productSchema);
const customer = orGone(customerSchema);

/** Every type of event of the contract with its body, by the name that it has in OpenAPI. */
export const eventSchemas = {
  OrderCreatedEvent: event('order.created', 'An order was created.', order, meta({ status })),
  OrderUpdatedEvent: event(
    'order.updated',
    'An order changed, but was not cancelled, rejected, returned or expired.',
    order,
    meta({ status, previous_status: previous_status.optional(), changed }),
  ),
  OrderPaidEvent: event(
    'order.paid',
    'An order was paid; once per order.',
    order,
    meta({
      status,
      paid_via: z
        .enum(['pos', 'card', 'online', 'terminal', 'delivery_confirmation'])
        .describe('How the payment was detected.'),
    }),
  ),
  OrderCancelledEvent: event(
    'order.cancelled',
    'An order was cancelled, rejected, returned or expired.',
    order,
    meta({
      status,
      previous_status,
      changed,
      reason: z.enum(['cancelled', 'rejected', 'returned', 'expired']).describe('How it ended.'),
    }),
  ),
  ProductCreatedEvent: event('product.created', 'A product was created.', product, onlyTruncated),
  ProductUpdatedEvent: event(
    'product.updated',
    'A product changed, prices included.',
    product,
    onlyTruncated,
  ),
  ProductDeletedEvent: event(
    'product.deleted',
    'A product was deleted.',
    gone,
    meta({ sku: z.string().optional().describe('Its SKU, if it had one.') }).optional(),
  ),
  ProductsBulkUpdatedEvent: event(
    'products.bulk_updated',
    'More than 5,000 products changed at once: read them with `GET /products?updated_since=`.',
    z.strictObject({
      count: z.int().describe('Products that changed.'),
      updated_since: timestamp('What to read them from.'),
    }),
    onlyTruncated,
  ),
  StockChangedEvent: event(
    'stock.changed',
    'What a shop has on hand or available of a product or variant changed.',
    stockRowSchema,
    onlyTruncated,
  ),
  CustomerCreatedEvent: event('customer.created', 'A customer was created.', customer, onlyTruncated),
  CustomerUpdatedEvent: event('customer.updated', 'A customer changed.', customer, onlyTruncated),
  AppUninstalledEvent: event(
    'app.uninstalled',
    'The merchant or the app uninstalled the app.',
    installation,
    meta({
      app_id,
      uninstalled_at,
      uninstalled_by: z.enum(['merchant', 'app']).describe('Who uninstalled it.'),
    }),
  ),
  StoreRedactEvent: event(
    'store.redact',
    '48 hours have passed since the app was uninstalled: delete the data of the store.',
    installation,
    meta({ app_id, uninstalled_at }),
  ),
  CustomersRedactEvent: event(
    'customers.redact',
    'Delete or anonymize the data of the customer.',
    customerReference,
    onlyTruncated,
  ),
  CustomersDataRequestEvent: event(
    'customers.data_request',
    'A customer asks for a copy of their data.',
    customerReference,
    meta({
      request_id: z.string().describe('Id of the request.'),
      requested_at: timestamp('When it was made.'),
    }),
  ),
  PingEvent: event('ping', 'Sent on demand from the portal.', z.strictObject({ app_id }), onlyTruncated),
};
