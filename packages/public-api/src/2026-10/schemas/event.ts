import { z } from 'zod';
import { cursor, limit, optionalInstant, parameterInfo } from '../../params.ts';
import { eventSchemas } from './event-types.ts';

/**
 * The types that `GET /events` can be narrowed to: those that are subscribed to (`product.updated` brings `products.bulk_updated`, as a
 * subscription does), and the privacy events of customers. After an app is uninstalled it has no token to read the others with.
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

/** Any event. */
export const eventSchema = z
  .discriminatedUnion('type', [first!, ...others])
  .describe('Something that happened in the store, as a webhook sends it.');

/** An event as JSON. */
export type EventJson = z.output<typeof eventSchema>;

/** Query of `GET /events`, which the contract has not. */
export const listEventsQuery = z.strictObject({
  type: z
    .enum(FEED_TYPES)
    .optional()
    .register(parameterInfo, {
      description: 'Only events of this type; `product.updated` brings `products.bulk_updated` as well.',
      schema: { type: 'string', enum: [...FEED_TYPES] },
      example: 'product.deleted',
    }),
  created_since: optionalInstant('Only what happened at this moment or later.'),
  limit: limit(100, 50),
  cursor: cursor(),
});
