import * as z from 'zod';
import type { EnumName } from '@commerce/proto/enum.ts';
import type { RunSandboxActionResponse, SeedState } from '@commerce/proto/commerce/orders/v1/sandbox.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute } from '../route.ts';
import { centavos } from './order-messages.ts';

const base = '/console/api/developers/:developer/stores/:store/sandbox';
const id = z.string().min(1).max(64).optional();
const text = z.string().max(254).optional();

/** Sizes of the sample data of a test store. */
export const SEEDS = ['none', 'small', 'medium'] as const;

/** Size of the sample data of a test store. */
export const seed = z.enum(SEEDS);

/** Sample data of a test store. */
export interface SandboxView {
  seed: (typeof SEEDS)[number];
  state: EnumName<typeof SeedState>;
  /** Number of shops, products, customers and orders to make. */
  total: number;
  /** Number of those made. */
  done: number;
  /** Reason of a failure; empty otherwise. */
  failure: string;
}

/** A change by the event that it publishes. What is left out is chosen at random. */
const actionBody = z.discriminatedUnion('event', [
  z.strictObject({
    event: z.literal('order.created'),
    source: z.enum(['online', 'pos', 'phone', 'marketplace']).default('online'),
    productId: id,
    variantId: id,
    quantity: z.number().int().min(1).max(9_999).optional(),
    shopId: id,
    customerId: id,
  }),
  z.strictObject({ event: z.enum(['order.paid', 'order.updated', 'order.cancelled']), orderId: id }),
  z.strictObject({
    event: z.literal('product.updated'),
    productId: id,
    variantId: id,
    priceCentavos: centavos.optional(),
  }),
  z.strictObject({
    event: z.literal('stock.changed'),
    productId: id,
    variantId: id,
    shopId: id,
    onHand: z.number().int().min(0).max(1_000_000_000).optional(),
  }),
  z.strictObject({ event: z.literal('customer.created'), name: text, email: text, phone: text }),
  z.strictObject({ event: z.literal('customer.updated'), customerId: id, name: text, phone: text }),
]);

/** Events that a change of a test store can publish. */
export const SANDBOX_EVENTS = [
  'order.created',
  'order.paid',
  'order.updated',
  'order.cancelled',
  'product.updated',
  'stock.changed',
  'customer.created',
  'customer.updated',
] as const satisfies z.input<typeof actionBody>['event'][];

/** Routes of a developer's test stores; 404 for every other store. */
export const sandboxRoutes = {
  /** Size and progress of the sample data. */
  get: consoleRoute({
    method: 'GET',
    path: base,
    access: { developer: 'member' },
    answer: answers<SandboxView>(),
  }),
  /** Removes the data of the store and makes its sample data again, in the size of the last time by default. 409 `sandbox_busy`. */
  reset: consoleRoute({
    method: 'POST',
    path: `${base}/reset`,
    access: { developer: 'member' },
    body: z.strictObject({ seed: seed.optional() }),
    answer: answers<SandboxView>(),
  }),
  /**
   * Makes a change as the merchant would; returns the ids of what was made or changed. 409 `sandbox_busy`, `no_candidate`, and
   * refusals of the change.
   */
  act: consoleRoute({
    method: 'POST',
    path: `${base}/actions`,
    access: { developer: 'member' },
    body: actionBody,
    answer: answers<Json<RunSandboxActionResponse>>(),
  }),
};
