import type { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import type { ExamplesOf } from './example.ts';

export const developerExamples: ExamplesOf<typeof developerRoutes> = {};
