import type { listRoutes } from '@commerce/console-api/routes/lists.ts';
import type { ExamplesOf } from './example.ts';

export const listExamples: ExamplesOf<typeof listRoutes> = {
  get: () => ({ query: { list: 'orders' } }),
  put: () => ({
    body: {
      list: 'orders',
      hiddenColumns: ['gateway'],
      views: [{ name: 'Sin pagar', query: 'payment=pending' }],
    },
  }),
};
