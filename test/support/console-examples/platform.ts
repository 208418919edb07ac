import type { platformRoutes } from '@commerce/console-api/routes/platform.ts';
import type { ExamplesOf } from './example.ts';

export const platformExamples: ExamplesOf<typeof platformRoutes> = {};
