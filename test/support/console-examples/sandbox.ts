import type { sandboxRoutes } from '@commerce/console-api/routes/sandbox.ts';
import type { ExamplesOf } from './example.ts';

/** The store of the examples is a merchant's, which has no sample data. */
export const sandboxExamples: ExamplesOf<typeof sandboxRoutes> = {
  get: () => ({ status: 404 }),
  reset: () => ({ body: { seed: 'small' } }),
  act: () => ({ body: { event: 'order.created', source: 'pos' } }),
};
