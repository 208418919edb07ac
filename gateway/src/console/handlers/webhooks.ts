import { BulkJobState } from '@commerce/proto/commerce/common/v1/bulk_job.ts';
import type { Attempt, Delivery } from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import {
  DeliveryState,
  StatsPeriod,
  UnsentReason,
  EndpointState,
  SecretUseKind,
} from '@commerce/proto/commerce/webhooks/v1/values.ts';
import type { Endpoint } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { enumName, enumValue } from '@commerce/proto/enum.ts';
import type {
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  webhookRoutes,
} from '@commerce/console-api/routes/webhooks.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { Fault, notFound } from '@commerce/service-kit/fault.ts';
import type { Services } from '../../grpc/services.ts';
import { requireId } from '../../edge/ids.ts';
import { required } from '../../edge/required.ts';
import type { HandlersOf } from '../handler.ts';
import { ownApp } from '../own-app.ts';
import { withStoreNames } from '../store-names.ts';
import { toJson } from '../to-json.ts';
import { explorerHandlers } from './explorer.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** Range of the statistics, in ms. */
const RANGE_MS = { hour: 2 * DAY_MS, day: 30 * DAY_MS };

export const webhookHandlers: HandlersOf<typeof webhookRoutes> = {
  ...explorerHandlers,

  get: async ({ ctx, services, params, session, apiVersions }) => {
    const { appId, scopes } = await ownApp(ctx, services, params);
    const [endpoint, { uses }] = await Promise.all([
      endpointOf(ctx, services, appId),
      services.webhooks.listSecretUses(ctx, { appId }),
    ]);
    const secretUses = uses.map(({ usedAtMs, kind, personId }) => ({
      at: iso(usedAtMs),
      kind: enumName(SecretUseKind, kind),
      isMe: personId === session?.person.id,
    }));
    return { endpoint, scopes, secretUses, apiVersions };
  },

  put: async ({ ctx, services, params, body: { version = '', ...body } }) => {
    const { appId } = await ownApp(ctx, services, params);
    const { endpoint, secret = null } = await services.webhooks.putEndpoint(ctx, {
      appId,
      ...body,
      expectedVersion: version,
    });
    return { endpoint: toEndpoint(required(endpoint)), secret };
  },

  reveal: async ({ ctx, services, params }) => {
    const { appId } = await ownApp(ctx, services, params);
    const { secret } = await services.webhooks.revealSecret(ctx, { appId });
    return { secret };
  },

  rotate: async ({ ctx, services, params }) => {
    const { appId } = await ownApp(ctx, services, params);
    const { secret } = await services.webhooks.rotateSecret(ctx, { appId });
    return { secret };
  },

  reactivate: async ({ ctx, services, params }) => {
    const { appId } = await ownApp(ctx, services, params);
    const { resumedDeliveries } = await services.webhooks.reactivateEndpoint(ctx, { appId });
    return { resumed: resumedDeliveries };
  },

  ping: async ({ ctx, services, params }) => {
    const { appId } = await ownApp(ctx, services, params);
    const { deliveryId } = await services.webhooks.sendPing(ctx, { appId });
    return { deliveryId };
  },

  testStores: async ({ ctx, services, params }) => {
    const [{ stores }] = await Promise.all([
      services.apps.listDeveloperStores(ctx, { developerId: params.developer }),
      ownApp(ctx, services, params),
    ]);
    return { stores: stores.map(({ id, name }) => ({ id, name })) };
  },

  sendTest: async ({ ctx, services, params, body }) => {
    const [{ stores }, { appId }] = await Promise.all([
      services.apps.listDeveloperStores(ctx, { developerId: params.developer }),
      ownApp(ctx, services, params),
    ]);
    // For developers, a merchant's store does not exist.
    if (!stores.some(({ id }) => id === body.store)) throw notFound();
    const inStore = { ...ctx, storeId: body.store };
    const { deliveryId, isExample } = await services.webhooks.sendTestEvent(inStore, {
      appId,
      type: body.type,
    });
    return { deliveryId, isExample };
  },

  deliveries: async ({ ctx, services, params, query, cursor }) => {
    const { appId } = await ownApp(ctx, services, params);
    const page = await services.deliveries.listDeliveries(ctx, {
      appId,
      state: query.state === undefined ? undefined : enumValue(DeliveryState, query.state),
      type: query.type,
      storeId: query.store,
      fromMs: query.from === undefined ? undefined : Date.parse(query.from),
      toMs: query.to === undefined ? undefined : Date.parse(query.to),
      eventId: query.event,
      limit: query.limit,
      pageToken: cursor.open(query.cursor),
    });
    const items = await withStoreNames(ctx, services, page.deliveries.map(toDelivery));
    return { items, nextCursor: cursor.seal(page.nextPageToken) };
  },

  delivery: async ({ ctx, services, params }) => {
    const { appId } = await ownApp(ctx, services, params);
    const deliveryId = requireId('dlv', params.delivery);
    const { delivery, attempts } = await services.deliveries.getDelivery(ctx, {
      appId,
      deliveryId,
      withoutRequests: true,
    });
    const [named] = await withStoreNames(ctx, services, [toDelivery(required(delivery))]);
    return { delivery: named!, attempts: attempts.map(toAttempt) };
  },

  attempt: async ({ ctx, services, params }) => {
    const { appId } = await ownApp(ctx, services, params);
    const deliveryId = requireId('dlv', params.delivery);
    const startedAtMs = Date.parse(params.startedAt);
    if (Number.isNaN(startedAtMs)) throw notFound();
    const response = await services.deliveries.getAttempt(ctx, { appId, deliveryId, startedAtMs });
    const attempt = required(response.attempt);
    const { headers, body } = attempt;
    return {
      ...toAttempt(attempt),
      headers: headers.map(({ name, value }) => ({ name, value })),
      body: body.toString(),
      response: attempt.response.toString(),
    };
  },

  replay: async ({ ctx, services, params }) => {
    const { appId } = await ownApp(ctx, services, params);
    const which = { appId, deliveryId: requireId('dlv', params.delivery) };
    const { deliveryId } = await services.deliveries.replayDelivery(ctx, which);
    return { deliveryId };
  },

  replayRange: async ({ ctx, services, params, body }) => {
    const { appId } = await ownApp(ctx, services, params);
    const range = { appId, fromMs: Date.parse(body.from), toMs: Date.parse(body.to) };
    const { replayId, total } = await services.deliveries.replayRange(ctx, range);
    return { replayId, total };
  },

  replayProgress: async ({ ctx, services, params }) => {
    const { appId } = await ownApp(ctx, services, params);
    const replayId = params.replay.slice(0, 64);
    const { state, total, done, failure } = await services.deliveries.getReplay(ctx, { appId, replayId });
    return { state: enumName(BulkJobState, state), total, done, failure };
  },

  stats: async ({ ctx, services, params, query: { period } }) => {
    const { appId } = await ownApp(ctx, services, params);
    const toMs = Date.now();
    const { hours } = await services.deliveries.getDeliveryStats(ctx, {
      appId,
      fromMs: toMs - RANGE_MS[period],
      toMs,
      period: enumValue(StatsPeriod, period),
    });
    return { periods: hours.map(({ hourMs, ...figures }) => ({ at: iso(hourMs), ...figures })) };
  },

  unsent: async ({ ctx, services, params, query, cursor }) => {
    const { appId } = await ownApp(ctx, services, params);
    const page = await services.deliveries.listUnsentEvents(ctx, {
      appId,
      reason: query.reason === undefined ? undefined : enumValue(UnsentReason, query.reason),
      storeId: query.store,
      eventId: query.event,
      limit: query.limit,
      pageToken: cursor.open(query.cursor),
    });
    const items = page.events.map((event) => ({
      ...toJson(event),
      reason: enumName(UnsentReason, event.reason),
      id: `${event.eventId} ${event.installationId}`,
    }));
    return {
      items: await withStoreNames(ctx, services, items),
      nextCursor: cursor.seal(page.nextPageToken),
    };
  },

  privacy: async ({ ctx, services, params, query, cursor }) => {
    const { appId } = await ownApp(ctx, services, params);
    const page = await services.deliveries.listOpenPrivacyEvents(ctx, {
      appId,
      limit: query.limit,
      pageToken: cursor.open(query.cursor),
    });
    const items = await withStoreNames(ctx, services, page.deliveries.map(toDelivery));
    return { items, nextCursor: cursor.seal(page.nextPageToken) };
  },
};

const iso = (ms: number): string => new Date(ms).toISOString();
const ifFuture = (ms: number | undefined): number | undefined =>
  ms !== undefined && ms > Date.now() ? ms : undefined;
const isoOrNull = (ms: number | undefined): string | null => (ms === undefined ? null : iso(ms));

async function endpointOf(
  ctx: Context,
  { webhooks }: Services,
  appId: string,
): Promise<WebhookEndpoint | null> {
  try {
    return toEndpoint(required((await webhooks.getEndpoint(ctx, { appId })).endpoint));
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return null;
    throw error;
  }
}

function toEndpoint(endpoint: Endpoint): WebhookEndpoint {
  return {
    url: endpoint.url,
    eventTypes: endpoint.eventTypes,
    apiVersion: endpoint.apiVersion,
    state: enumName(EndpointState, endpoint.state),
    updatedAt: iso(endpoint.updatedAtMs),
    failingSince: isoOrNull(endpoint.failingSinceMs),
    disabledAt: isoOrNull(endpoint.disabledAtMs),
    previousSecretUntil: isoOrNull(ifFuture(endpoint.previousSecretUntilMs)),
  };
}

const toDelivery = (delivery: Delivery): Omit<WebhookDelivery, 'storeName'> => ({
  ...toJson(delivery),
  state: enumName(DeliveryState, delivery.state),
});

const toAttempt = (attempt: Attempt): WebhookAttempt => {
  const { number, startedAtMs, durationMs, url, status, error, isForgotten } = attempt;
  return toJson({ number, startedAtMs, durationMs, url, status, error, isForgotten });
};
