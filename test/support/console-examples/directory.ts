import type { directoryRoutes } from '@commerce/console-api/routes/directory.ts';
import type { ExamplesOf } from './example.ts';

export const directoryExamples: ExamplesOf<typeof directoryRoutes> = {
  list: () => ({ query: { q: 'facturas', limit: 5 } }),
  get: () => ({ params: { app: 'app_00000000000000000000000000' }, status: 404 }),
};
