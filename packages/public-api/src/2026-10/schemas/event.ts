import * as z from 'zod';
import { cursor, limit, optionalInstant, parameterInfo } from '../../params.ts';
import { eventSchemas } from './event-types.ts';

/**
 * Types that `GET /events` can filter by: those with subscriptions (`product.updated` includes `products.bulk_updated`, as in
 * a subscription), and the privacy events of customers. An uninstalled app has no token to read the other types.
 */
export const FEED_TYPES = [
  'order.created',
  'order.updated',
  'order.paid',
  'order.cancelled',
  'product.created',
  'product.updated',
  'product.deleted',
  'stock.changed',
  'customer.created',
  'customer.updated',
  'customers.redact',
  'customers.data_request',
] as const;

const [first, ...others] = Object.values(eventSchemas);

/** Event of any type. */
export const eventSchema = z
  .discriminatedUnion('type', [first!, ...others])
  .describe('Event of the store, as sent by webhooks.');

/** Event as JSON. */
export type EventJson = z.output<typeof eventSchema>;

/** Query of `GET /events`, an addition to the contract. */
export const listEventsQuery = z.strictObject({
  type: z
    .enum(FEED_TYPES)
    .optional()
    .register(parameterInfo, {
      description: 'Only events of this type; `product.updated` includes `products.bulk_updated`.',
      schema: { type: 'string', enum: [...FEED_TYPES] },
      example: 'product.deleted',
    }),
  created_since: optionalInstant('Only events at or after this time.'),
  limit: limit(100, 50),
  cursor: cursor(),
});
