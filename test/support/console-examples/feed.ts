import type { feedRoutes } from '@commerce/console-api/routes/feed.ts';
import { platform } from '../platform.ts';
import type { ExamplesOf } from './example.ts';

const app = platform().demo.apps[0].client_id;

/** The store of the examples is a merchant's. */
export const feedExamples: ExamplesOf<typeof feedRoutes> = {
  follow: ({ store }) => ({
    params: { app },
    query: { store, since: '2026-11-03T12:00:00.000Z' },
    status: 409,
  }),
};
