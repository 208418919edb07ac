import type { parkedEventRoutes } from '@commerce/console-api/routes/parked-events.ts';
import type { ExamplesOf } from './example.ts';

const params = { service: 'catalog', event: 'evt_00000000000000000000000000' };

export const parkedEventExamples: ExamplesOf<typeof parkedEventRoutes> = {
  list: () => ({ query: { service: 'catalog', type: 'prices.changed', error: 'TypeError', limit: 2 } }),
  replay: () => ({ params, status: 404 }),
  replayAll: () => ({ body: { service: 'catalog', type: 'product.renamed' } }),
  discard: () => ({ params, body: { reason: 'Porque sí.' }, status: 404 }),
};
