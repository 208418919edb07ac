import type { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import type { ExamplesOf } from './example.ts';

export const orderExamples: ExamplesOf<typeof orderRoutes> = {};
