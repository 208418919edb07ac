import type { firstStepRoutes } from '@commerce/console-api/routes/first-steps.ts';
import type { ExamplesOf } from './example.ts';

export const firstStepExamples: ExamplesOf<typeof firstStepRoutes> = { get: () => ({}) };
