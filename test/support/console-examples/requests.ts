import type { requestRoutes } from '@commerce/console-api/routes/requests.ts';
import { platform } from '../platform.ts';
import type { ExamplesOf } from './example.ts';

const app = platform().demo.apps[0].client_id;
const params = { app };

export const requestExamples: ExamplesOf<typeof requestRoutes> = {
  list: () => ({
    params,
    query: {
      status: 404,
      code: 'not_found',
      route: 'GET /products/:id',
      from: '2026-11-03T12:00:00.000Z',
      limit: 2,
    },
  }),
  // Another app's entry, or none.
  get: () => ({ params: { app, request: '9007199254740991' }, status: 404 }),
  stats: () => ({ params, query: { period: 'week', route: 'GET /products' } }),
};
