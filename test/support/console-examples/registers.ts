import type { registerRoutes } from '@commerce/console-api/routes/registers.ts';
import type { ExamplesOf } from './example.ts';

/** The demo has no sessions. */
const session = 'reg_01jcxk7mz0e5p8t2v9w3y4a6b7';

export const registerExamples: ExamplesOf<typeof registerRoutes> = {
  current: async ({ first }) => ({ query: { shop: await first('/shops') } }),
  list: async ({ first }) => ({ query: { shop: await first('/shops') } }),
  get: () => ({ params: { session }, status: 404 }),
  open: async ({ first }) => ({ body: { shopId: await first('/shops'), floatCentavos: 100 } }),
  move: () => ({
    params: { session },
    body: { kind: 'pay_in', amountCentavos: 100, reason: 'Cambio' },
  }),
  close: () => ({ params: { session }, body: { countedCentavos: 100 } }),
};
