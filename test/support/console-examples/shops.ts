import type { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import type { ExamplesOf } from './example.ts';

export const shopExamples: ExamplesOf<typeof shopRoutes> = {
  list: () => ({ query: { limit: 2 } }),
};
