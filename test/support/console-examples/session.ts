import type { sessionRoutes } from '@commerce/console-api/routes/session.ts';
import type { ExamplesOf } from './example.ts';

export const sessionExamples: ExamplesOf<typeof sessionRoutes> = {
  get: () => ({}),
  signIn: () => ({ body: { email: 'unknown@example.com', password: 'wrong' } }),
  signOut: () => ({}),
};
