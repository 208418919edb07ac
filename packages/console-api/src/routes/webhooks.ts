import * as z from 'zod';
import type { BulkJobState } from '@commerce/proto/commerce/common/v1/bulk_job.ts';
import type { Attempt, Delivery, UnsentEvent } from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import {
  DeliveryState,
  StatsPeriod,
  UnsentReason,
  type EndpointState,
  type SecretUseKind,
} from '@commerce/proto/commerce/webhooks/v1/values.ts';
import { enumNames, type EnumName } from '@commerce/proto/enum.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute, pageQuery, version, type PageOf } from '../route.ts';
import { explorerRoutes } from './explorer.ts';

/** Groups of events that an app can subscribe to, with the scope that each needs. */
export const EVENT_GROUPS = [
  {
    group: 'orders',
    scope: 'read_orders',
    types: ['order.created', 'order.updated', 'order.paid', 'order.cancelled'],
  },
  {
    group: 'products',
    scope: 'read_products',
    types: ['product.created', 'product.updated', 'product.deleted'],
  },
  { group: 'stock', scope: 'read_stock', types: ['stock.changed'] },
  { group: 'customers', scope: 'read_customers', types: ['customer.created', 'customer.updated'] },
] as const;

/** Events sent regardless of subscriptions. */
export const MANDATORY_EVENTS = [
  'app.uninstalled',
  'store.redact',
  'customers.redact',
  'customers.data_request',
] as const;

/** States of a delivery. */
export const DELIVERY_STATES = enumNames(DeliveryState);
export type DeliveryStateName = EnumName<typeof DeliveryState>;

/** Reasons why an event was not sent. */
export const UNSENT_REASONS = enumNames(UnsentReason);

/** Webhook endpoint of an app. */
export interface WebhookEndpoint {
  url: string;
  eventTypes: string[];
  /** Version of the public API that bodies have. */
  apiVersion: string;
  state: EnumName<typeof EndpointState>;
  updatedAt: string;
  /** First failed attempt since the last success; null for a healthy endpoint. */
  failingSince: string | null;
  disabledAt: string | null;
  /** End of the period in which the previous secret also signs. */
  previousSecretUntil: string | null;
}

/** Version of the public API that an endpoint may have. */
export interface ApiVersionChoice {
  /** E.g. `2026-10`. */
  prefix: string;
  /** Date after which it may be removed; null for a version that is not deprecated. */
  sunset: string | null;
}

/** Record of someone viewing or rotating the secret. */
export interface WebhookSecretUse {
  at: string;
  kind: EnumName<typeof SecretUseKind>;
  /** True when the current person did it. */
  isMe: boolean;
}

/** Delivery of an event to an app. */
export interface WebhookDelivery extends Omit<Json<Delivery>, 'state'> {
  state: DeliveryStateName;
  /** Empty for an event without a store. */
  storeName: string;
}

/** Attempt without its request. */
export type WebhookAttempt = Omit<Json<Omit<Attempt, 'response' | 'body'>>, 'headers'>;

/**
 * Attempt with the request as sent and the start of the response; both empty when `isForgotten` says that they are no
 * longer kept.
 */
export interface WebhookExchange extends WebhookAttempt {
  headers: { name: string; value: string }[];
  body: string;
  response: string;
}

/** Event that was not sent; `id` combines the event's and the installation's. */
export interface WebhookUnsentEvent extends Omit<Json<UnsentEvent>, 'reason'> {
  id: string;
  reason: EnumName<typeof UnsentReason>;
  storeName: string;
}

/** Attempts of an hour or a day. */
export interface WebhookPeriod {
  at: string;
  succeeded: number;
  /** Responses other than 2xx. */
  refused: number;
  /** No response, or none in time. */
  unanswered: number;
  durationMsP50: number;
  durationMsP95: number;
  durationMsP99: number;
}

/** Progress of a range replay. */
export interface WebhookReplay {
  state: EnumName<typeof BulkJobState>;
  total: number;
  done: number;
  /** Failure reason; empty otherwise. */
  failure: string;
}

const BASE = '/console/api/developers/:developer/apps/:app/webhooks';
const ONE = `${BASE}/deliveries/:delivery` as const;
const access = { developer: 'member' } as const;
const id = z.string().min(1).max(64);
const type = z.string().min(1).max(64);
const timestamp = z.iso.datetime({ offset: true });

export const webhookRoutes = {
  /** Endpoint of an app, null when it has none, and the uses of its secret. */
  get: consoleRoute({
    method: 'GET',
    path: BASE,
    access,
    answer: answers<{
      endpoint: WebhookEndpoint | null;
      /** All scopes that the app may request. */
      scopes: string[];
      /** Newest first. */
      secretUses: WebhookSecretUse[];
      /** Oldest first. */
      apiVersions: ApiVersionChoice[];
    }>(),
  }),
  /** Creates or changes the endpoint of an app. The secret is returned only when the endpoint is created. */
  put: consoleRoute({
    method: 'PUT',
    path: BASE,
    access,
    body: z.strictObject({
      url: z.string().max(2_048),
      eventTypes: z.array(type).max(50),
      /** Absent to keep it; the newest for a new endpoint. */
      apiVersion: z.string().min(1).max(20).optional(),
      /** Absent while there is no endpoint to change. */
      version: version.optional(),
    }),
    answer: answers<{ endpoint: WebhookEndpoint; secret: string | null }>(),
  }),
  /** Reveals the secret and records who requested it. */
  reveal: consoleRoute({
    method: 'POST',
    path: `${BASE}/secret/reveal`,
    access,
    answer: answers<{ secret: string }>(),
  }),
  /** Rotates the secret of the endpoint. */
  rotate: consoleRoute({
    method: 'POST',
    path: `${BASE}/secret/rotate`,
    access,
    answer: answers<{ secret: string }>(),
  }),
  /** Reactivates a disabled endpoint. */
  reactivate: consoleRoute({
    method: 'POST',
    path: `${BASE}/reactivate`,
    access,
    answer: answers<{ resumed: number }>(),
  }),
  ping: consoleRoute({
    method: 'POST',
    path: `${BASE}/ping`,
    access,
    answer: answers<{ deliveryId: string }>(),
  }),
  /** Test stores of the developer, on which test events can be sent. */
  testStores: consoleRoute({
    method: 'GET',
    path: `${BASE}/test-stores`,
    access,
    answer: answers<{ stores: { id: string; name: string }[] }>(),
  }),
  /** Sends an event of the given type, about a resource of one of the developer's own stores, or the documented example. */
  sendTest: consoleRoute({
    method: 'POST',
    path: `${BASE}/test-events`,
    access,
    body: z.strictObject({ store: id, type }),
    answer: answers<{ deliveryId: string; isExample: boolean }>(),
  }),
  /** Delivery log, newest first. With `event`, all deliveries of that event, and no other filter applies. */
  deliveries: consoleRoute({
    method: 'GET',
    path: `${BASE}/deliveries`,
    access,
    query: z.strictObject({
      ...pageQuery,
      limit: z.coerce.number().int().min(1).max(100).default(50),
      state: z.enum(DELIVERY_STATES).optional(),
      type: type.optional(),
      store: id.optional(),
      from: timestamp.optional(),
      to: timestamp.optional(),
      event: id.optional(),
    }),
    answer: answers<PageOf<WebhookDelivery>>(),
  }),
  delivery: consoleRoute({
    method: 'GET',
    path: ONE,
    access,
    answer: answers<{ delivery: WebhookDelivery; attempts: WebhookAttempt[] }>(),
  }),
  /** One attempt, by its start time. */
  attempt: consoleRoute({
    method: 'GET',
    path: `${ONE}/attempts/:startedAt`,
    access,
    answer: answers<WebhookExchange>(),
  }),
  /** Sends a delivery's event again. */
  replay: consoleRoute({
    method: 'POST',
    path: `${ONE}/replay`,
    access,
    answer: answers<{ deliveryId: string }>(),
  }),
  /** Starts replaying the failed deliveries of a range of at most 7 days. */
  replayRange: consoleRoute({
    method: 'POST',
    path: `${BASE}/replays`,
    access,
    body: z.strictObject({ from: timestamp, to: timestamp }),
    answer: answers<{ replayId: string; total: number }>(),
  }),
  replayProgress: consoleRoute({
    method: 'GET',
    path: `${BASE}/replays/:replay`,
    access,
    answer: answers<WebhookReplay>(),
  }),
  /** Attempts by hour (two days) or by day (30 days); periods without attempts are omitted. */
  stats: consoleRoute({
    method: 'GET',
    path: `${BASE}/stats`,
    access,
    query: z.strictObject({ period: z.enum(enumNames(StatsPeriod)).default('hour') }),
    answer: answers<{ periods: WebhookPeriod[] }>(),
  }),
  /** Events that were not sent, with the reason, newest first. */
  unsent: consoleRoute({
    method: 'GET',
    path: `${BASE}/unsent-events`,
    access,
    query: z.strictObject({
      ...pageQuery,
      limit: z.coerce.number().int().min(1).max(100).default(50),
      reason: z.enum(UNSENT_REASONS).optional(),
      store: id.optional(),
      event: id.optional(),
    }),
    answer: answers<PageOf<WebhookUnsentEvent>>(),
  }),
  /** Privacy events that the app has not answered with 2xx, oldest first. */
  privacy: consoleRoute({
    method: 'GET',
    path: `${BASE}/privacy-events`,
    access,
    query: z.strictObject({ ...pageQuery, limit: z.coerce.number().int().min(1).max(100).default(50) }),
    answer: answers<PageOf<WebhookDelivery>>(),
  }),
  ...explorerRoutes,
};
