import type { peopleRoutes } from '@commerce/console-api/routes/people.ts';
import type { ExamplesOf } from './example.ts';

export const peopleExamples: ExamplesOf<typeof peopleRoutes> = {};
