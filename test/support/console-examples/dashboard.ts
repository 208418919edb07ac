import type { dashboardRoutes } from '@commerce/console-api/routes/dashboard.ts';
import type { ExamplesOf } from './example.ts';

export const dashboardExamples: ExamplesOf<typeof dashboardRoutes> = {
  work: () => ({}),
  lowStock: () => ({}),
  sales: () => ({ query: { days: '90' } }),
};
