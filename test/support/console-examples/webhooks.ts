import type { webhookRoutes } from '@commerce/console-api/routes/webhooks.ts';
import { platform } from '../platform.ts';
import type { ExamplesOf } from './example.ts';

const app = platform().demo.apps[0].client_id;
const params = { app };
const ONE = { app, delivery: 'dlv_01m7yc7hvee8ks3x8m0c5d7f9h' };
/** The demo has no deliveries. */
const GONE = 404;

export const webhookExamples: ExamplesOf<typeof webhookRoutes> = {
  get: () => ({ params }),
  put: () => ({
    params,
    body: { url: 'https://app.example/hooks', eventTypes: ['order.created'], apiVersion: '2026-10' },
  }),
  reveal: () => ({ params }),
  rotate: () => ({ params }),
  reactivate: () => ({ params }),
  ping: () => ({ params }),
  testStores: () => ({ params }),
  sendTest: ({ store }) => ({ params, body: { store, type: 'order.created' } }),
  deliveries: () => ({ params, query: { state: 'dead', type: 'order.created', limit: 2 } }),
  delivery: () => ({ params: ONE, status: GONE }),
  attempt: () => ({ params: { ...ONE, startedAt: '2026-11-03T12:00:00.000Z' }, status: GONE }),
  replay: () => ({ params: ONE }),
  replayRange: () => ({
    params,
    body: { from: '2026-11-03T12:00:00.000Z', to: '2026-11-04T12:00:00.000Z' },
  }),
  replayProgress: () => ({ params: { app, replay: 'job_01m7yc7hvee8ks3x8m0c5d7f9h' }, status: GONE }),
  stats: () => ({ params, query: { period: 'day' } }),
  unsent: () => ({ params, query: { reason: 'own_echo' } }),
  privacy: () => ({ params }),
  explorer: () => ({}),
  events: () => ({}),
  explore: ({ store }) => ({
    body: { app, store, method: 'GET', path: '/store', body: '', idempotencyKey: '' },
  }),
};
