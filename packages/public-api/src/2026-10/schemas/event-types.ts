import * as z from 'zod';
import { InstallationStatus } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { enumNames } from '@commerce/proto/enum.ts';
import { BadEnd, PaidVia } from '@commerce/proto/commerce/orders/v1/values.ts';
import { id, timestamp } from './common.ts';
import { customerSchema } from './customer.ts';
import { orderSchema } from './order.ts';
import { productSchema } from './product.ts';
import { stockRowSchema } from './stock.ts';

const truncated = z
  .literal(true)
  .optional()
  .describe('Present if the body would exceed 256 KB; `data` then contains only the `id`.');

const meta = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ ...shape, truncated }).describe('Additional data of the type.');

const gone = z
  .strictObject({ id: id('Id of the resource.') })
  .describe('Resource that no longer exists or is too large for the body.');

const orGone = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([schema, gone]).describe('The resource in its current state, as its endpoint returns it.');

/** Event of a type, as sent by webhooks and returned by `GET /events` (contract, section 6, "Body"). */
const event = <Type extends string, Data extends z.ZodType, Meta extends z.ZodType>(
  type: Type,
  description: string,
  data: Data,
  metaSchema: Meta,
) =>
  z
    .strictObject({
      id: id('Id of the event, the same in every delivery and replay.'),
      type: z.literal(type).describe('Type of the event.'),
      created_at: timestamp('Time of the event.'),
      store_id: z.string().describe('Id of the store.'),
      data,
      meta: metaSchema,
    })
    .describe(description);

const onlyTruncated = meta({}).optional();
const status = z.string().describe('Status of the order.');
const previous_status = z.string().describe('Previous status of the order.');
const changed = z.array(z.string()).describe('Changed parts, e.g. `status` or `shipping`.');
const app_id = z.string().describe('Id of the app.');
const uninstalled_at = timestamp('Time of the uninstallation.').nullable();

const installation = z
  .strictObject({
    installation_id: id('Id of the installation.'),
    app_id,
    store_id: z.string().describe('Id of the store.'),
    status: z.enum(enumNames(InstallationStatus)).describe('Status of the installation.'),
    uninstalled_at,
  })
  .describe('Former installation.');

const customerReference = z.union([
  z.strictObject({
    customer_id: id('Id of the customer.'),
    email_hash: z
      .string()
      .nullable()
      .describe(
        'Lowercase hexadecimal SHA-256 of the lowercased email; null if the email was already erased.',
      ),
  }),
  gone,
]);

const order = orGone(orderSchema);
const product = orGone(productSchema);
const customer = orGone(customerSchema);

/** Event types of the contract with their bodies, by name in OpenAPI. */
export const eventSchemas = {
  OrderCreatedEvent: event('order.created', 'An order was created.', order, meta({ status })),
  OrderUpdatedEvent: event(
    'order.updated',
    'An order changed, other than by being cancelled, rejected, returned or expiring.',
    order,
    meta({ status, previous_status: previous_status.optional(), changed }),
  ),
  OrderPaidEvent: event(
    'order.paid',
    'An order was paid. Sent once per order.',
    order,
    meta({
      status,
      paid_via: z.enum(enumNames(PaidVia)).describe('How the payment was detected.'),
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
      reason: z.enum(enumNames(BadEnd)).describe('Final status.'),
    }),
  ),
  ProductCreatedEvent: event('product.created', 'A product was created.', product, onlyTruncated),
  ProductUpdatedEvent: event(
    'product.updated',
    'A product changed, including its prices.',
    product,
    onlyTruncated,
  ),
  ProductDeletedEvent: event(
    'product.deleted',
    'A product was deleted.',
    gone,
    meta({ sku: z.string().optional().describe('SKU of the product, if it had one.') }).optional(),
  ),
  ProductsBulkUpdatedEvent: event(
    'products.bulk_updated',
    'More than 5,000 products changed at once: read them with `GET /products?updated_since=`.',
    z.strictObject({
      count: z.int().describe('Number of changed products.'),
      updated_since: timestamp('Value for `updated_since` to read them.'),
    }),
    onlyTruncated,
  ),
  StockChangedEvent: event(
    'stock.changed',
    'The stock on hand or available of a product or variant at a shop changed.',
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
      uninstalled_by: z.enum(['merchant', 'app']).describe('Who uninstalled the app.'),
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
    'A customer requested a copy of their data.',
    customerReference,
    meta({
      request_id: z.string().describe('Id of the request.'),
      requested_at: timestamp('Time of creation.'),
    }),
  ),
  PingEvent: event(
    'ping',
    'Sent on demand from the portal.',
    z.strictObject({ app_id }),
    onlyTruncated,
  ).extend({
    store_id: z.null().describe('A `ping` belongs to no store.'),
  }),
};
