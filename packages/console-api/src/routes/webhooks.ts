import { z } from 'zod';
import type { Attempt, Delivery, UnsentEvent } from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute, pageQuery, version, type PageOf } from '../route.ts';
import { explorerRoutes } from './explorer.ts';

/** The groups of events that an app can subscribe to, with the scope that each needs. */
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

/** Events that are sent whether subscribed to or not. */
export const MANDATORY_EVENTS = [
  'app.uninstalled',
  'store.redact',
  'customers.redact',
  'customers.data_request',
] as const;

/** Where a delivery may be. */
export const DELIVERY_STATES = ['pending', 'retrying', 'delivered', 'dead', 'cancelled'] as const;
export type DeliveryStateName = (typeof DELIVERY_STATES)[number];

/** Why an event was not sent. */
export const UNSENT_REASONS = [
  'own_echo',
  'scope_missing',
  'suspended',
  'not_subscribed',
  'no_endpoint',
  'disabled',
  'uninstalled',
] as const;

/** Where an app receives its webhooks. */
export interface WebhookEndpoint {
  url: string;
  eventTypes: string[];
  state: 'active' | 'disabled';
  updatedAt: string;
  /** The first failed attempt since the last that succeeded; null for one that is well. */
  failingSince: string | null;
  disabledAt: string | null;
  /** Until then the secret before the last rotation signs as well. */
  previousSecretUntil: string | null;
}

/** Somebody saw or rotated the secret. */
export interface WebhookSecretUse {
  at: string;
  kind: 'revealed' | 'rotated';
  /** The person who asks did it. */
  isMe: boolean;
}

/** An event on its way to an app. */
export interface WebhookDelivery extends Omit<Json<Delivery>, 'state'> {
  state: DeliveryStateName;
}

/** An attempt without its request. */
export type WebhookAttempt = Omit<Json<Omit<Attempt, 'response' | 'body'>>, 'headers'>;

/** An attempt with the request as it was sent and the start of the answer; both empty where `isForgotten` says that they are kept no longer. */
export interface WebhookExchange extends WebhookAttempt {
  headers: { name: string; value: string }[];
  body: string;
  response: string;
}

/** An event that was not sent; `id` is its and the installation's. */
export interface WebhookUnsentEvent extends Json<UnsentEvent> {
  id: string;
}

/** Attempts of an hour or a day. */
export interface WebhookPeriod {
  at: string;
  succeeded: number;
  /** Answered something other than 2xx. */
  refused: number;
  /** Not answered, or not in time. */
  unanswered: number;
  durationMsP50: number;
  durationMsP95: number;
  durationMsP99: number;
}

/** How far the replay of a range is. */
export interface WebhookReplay {
  state: 'running' | 'done' | 'failed';
  total: number;
  done: number;
  /** Why it failed; empty otherwise. */
  failure: string;
}

const BASE = '/console/api/developers/:developer/apps/:app/webhooks';
const ONE = `${BASE}/deliveries/:delivery` as const;
const access = { developer: true } as const;
const id = z.string().min(1).max(64);
const type = z.string().min(1).max(64);
const moment = z.iso.datetime({ offset: true });

export const webhookRoutes = {
  /** The endpoint of an app, null when it has none, and who used its secret. */
  get: consoleRoute({
    method: 'GET',
    path: BASE,
    access,
    answer: answers<{
      endpoint: WebhookEndpoint | null;
      /** All that the app may ask for. */
      scopes: string[];
      /** The newest first. */
      secretUses: WebhookSecretUse[];
    }>(),
  }),
  /** Gives an app its endpoint, or changes it. The secret is told when the endpoint is made. */
  put: consoleRoute({
    method: 'PUT',
    path: BASE,
    access,
    body: z.strictObject({
      url: z.string().max(2_048),
      eventTypes: z.array(type).max(50),
      /** Absent while there is no endpoint to change. */
      version: version.optional(),
    }),
    answer: answers<{ endpoint: WebhookEndpoint; secret: string | null }>(),
  }),
  /** Shows the secret; who asked is noted. */
  reveal: consoleRoute({
    method: 'POST',
    path: `${BASE}/secret/reveal`,
    access,
    answer: answers<{ secret: string }>(),
  }),
  /** Gives the endpoint a new secret. */
  rotate: consoleRoute({
    method: 'POST',
    path: `${BASE}/secret/rotate`,
    access,
    answer: answers<{ secret: string }>(),
  }),
  /** Makes a disabled endpoint active again. */
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
  /** The developer's own stores, on which test events can be sent. */
  testStores: consoleRoute({
    method: 'GET',
    path: `${BASE}/test-stores`,
    access,
    answer: answers<{ stores: { id: string; name: string }[] }>(),
  }),
  /** Sends an event of a type, of a resource of one of the developer's own stores, or of the documented example. */
  sendTest: consoleRoute({
    method: 'POST',
    path: `${BASE}/test-events`,
    access,
    body: z.strictObject({ store: id, type }),
    answer: answers<{ deliveryId: string; isExample: boolean }>(),
  }),
  /** The log, the newest first. */
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
      from: moment.optional(),
      to: moment.optional(),
    }),
    answer: answers<PageOf<WebhookDelivery>>(),
  }),
  delivery: consoleRoute({
    method: 'GET',
    path: ONE,
    access,
    answer: answers<{ delivery: WebhookDelivery; attempts: WebhookAttempt[] }>(),
  }),
  /** One attempt, by the moment at which it started. */
  attempt: consoleRoute({
    method: 'GET',
    path: `${ONE}/attempts/:startedAt`,
    access,
    answer: answers<WebhookExchange>(),
  }),
  /** Sends what a delivery has told once more. */
  replay: consoleRoute({
    method: 'POST',
    path: `${ONE}/replay`,
    access,
    answer: answers<{ deliveryId: string }>(),
  }),
  /** Begins to replay what had failed of a range of at most 7 days. */
  replayRange: consoleRoute({
    method: 'POST',
    path: `${BASE}/replays`,
    access,
    body: z.strictObject({ from: moment, to: moment }),
    answer: answers<{ replayId: string; total: number }>(),
  }),
  replayProgress: consoleRoute({
    method: 'GET',
    path: `${BASE}/replays/:replay`,
    access,
    answer: answers<WebhookReplay>(),
  }),
  /** Attempts by the hour (two days) or by the day (30 days); a period without any is left out. */
  stats: consoleRoute({
    method: 'GET',
    path: `${BASE}/stats`,
    access,
    query: z.strictObject({ period: z.enum(['hour', 'day']).default('hour') }),
    answer: answers<{ periods: WebhookPeriod[] }>(),
  }),
  /** Events that were not sent, and why, the newest first. */
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
  /** Privacy events that the app has not answered with 2xx, the oldest first. */
  privacy: consoleRoute({
    method: 'GET',
    path: `${BASE}/privacy-events`,
    access,
    query: z.strictObject({ ...pageQuery, limit: z.coerce.number().int().min(1).max(100).default(50) }),
    answer: answers<PageOf<WebhookDelivery>>(),
  }),
  ...explorerRoutes,
};
