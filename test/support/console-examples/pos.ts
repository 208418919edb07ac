import type { posRoutes } from '@commerce/console-api/routes/pos.ts';
import type { ExamplesOf } from './example.ts';

export const posExamples: ExamplesOf<typeof posRoutes> = {};
