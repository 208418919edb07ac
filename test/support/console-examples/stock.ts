import type { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import type { ExamplesOf } from './example.ts';

export const stockExamples: ExamplesOf<typeof stockRoutes> = {};
