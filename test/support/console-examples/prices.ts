import type { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import type { ExamplesOf } from './example.ts';

export const priceExamples: ExamplesOf<typeof priceRoutes> = {};
