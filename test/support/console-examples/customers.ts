import type { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import type { ExamplesOf } from './example.ts';

export const customerExamples: ExamplesOf<typeof customerRoutes> = {};
