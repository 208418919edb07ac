import * as z from 'zod';
import { answers, consoleRoute } from '../route.ts';

/** The feed of events of an app, for a listener that cannot receive webhooks. */
export const feedRoutes = {
  /**
   * Events of the app on one of the developer's test stores, as its webhook would have them, whether it has one or not. Without
   * events, the response waits some seconds for the first one. 409 `not_installed`.
   */
  follow: consoleRoute({
    method: 'GET',
    path: '/console/api/developers/:developer/apps/:app/events',
    access: { developer: 'member' },
    query: z.strictObject({
      store: z.string().min(1).max(64),
      /** Start; the same in each request that continues with a cursor. */
      since: z.iso.datetime({ offset: true }),
      /** Of the previous response. */
      cursor: z.string().min(1).max(1_000).optional(),
    }),
    answer: answers<{
      /** Bodies of webhooks, as JSON text, in the order of the store's changes. */
      bodies: string[];
      /** Continues after them; null before the first event. */
      cursor: string | null;
    }>(),
  }),
};
