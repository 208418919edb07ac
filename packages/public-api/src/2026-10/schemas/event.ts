import { z } from 'zod';
import { cursor, limit, optionalInstant, parameterInfo } from '../../params.ts';
import { id, timestamp } from './common.ts';

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

/** Contract, section 6, "Body". */
export const eventSchema = z
  .strictObject({
    id: id('Id of the event, the same as in a webhook of it.'),
    type: z.string().describe('What has happened.'),
    created_at: timestamp('When it happened.'),
    store_id: z.string().nullable().describe('Id of the store.'),
    data: z
      .looseObject({})
      .describe('The resource as it is now, as its own endpoint answers it; only its `id` once it is gone.'),
    meta: z.looseObject({}).optional().describe('What the type tells beside the resource.'),
  })
  .describe('Something that happened in the store, as a webhook tells it.');

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
