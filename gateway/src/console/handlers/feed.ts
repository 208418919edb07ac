import { setTimeout as sleep } from 'node:timers/promises';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { feedRoutes } from '@commerce/console-api/routes/feed.ts';
import { msUntil } from '@commerce/service-kit/deadline.ts';
import { requireId } from '../../edge/ids.ts';
import type { HandlersOf } from '../handler.ts';

const PAGE_EVENTS = 50;
const POLL_MS = 500;
/** Time in which the last poll and the response must fit, in ms. */
const RESERVE_MS = 5_000;

export const feedHandlers: HandlersOf<typeof feedRoutes> = {
  follow: async ({ ctx, services, params, query, cursor }) => {
    const storeId = requireId('sto', query.store);
    const appId = requireId('app', params.app);
    // Does not install: an app that was just uninstalled must stay so.
    const app = { developerId: params.developer, appId, storeId, install: false, allScopes: false };
    const { installationId } = await services.apps.issueTrialToken(ctx, app);
    const installation = { kind: Actor_Kind.INSTALLATION, id: installationId, appId };
    const feed = { ...ctx, storeId, actor: installation };
    const createdSinceMs = Date.parse(query.since);
    let position = cursor.open(query.cursor);
    for (;;) {
      const { bodies, nextPageToken, resumeToken } = await services.feed.listEvents(feed, {
        createdSinceMs,
        limit: PAGE_EVENTS,
        pageToken: position,
        apiVersion: '',
      });
      position = resumeToken;
      if (bodies.length > 0 || msUntil(ctx.deadlineMs) < RESERVE_MS)
        return { bodies: bodies.map(String), cursor: cursor.seal(position) };
      if (nextPageToken.length === 0) await sleep(POLL_MS);
    }
  },
};
