import type { reviewMessageRoutes } from '@commerce/console-api/routes/review-messages.ts';
import type { ExamplesOf } from './example.ts';

const [app, review] = ['app_00000000000000000000000000', 'rev_00000000000000000000000000'];

export const reviewMessageExamples: ExamplesOf<typeof reviewMessageRoutes> = {
  list: () => ({ params: { app, review }, status: 404 }),
  post: () => ({ params: { app, review }, body: { text: '¿Qué falta?' } }),
  listForStaff: () => ({ params: { review }, status: 404 }),
  postAsStaff: () => ({ params: { review }, body: { text: 'Falta el logo.' } }),
};
