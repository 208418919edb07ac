import type { appRoutes } from '@commerce/console-api/routes/apps.ts';
import type { ExamplesOf } from './example.ts';

export const appExamples: ExamplesOf<typeof appRoutes> = {};
