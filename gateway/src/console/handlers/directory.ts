import type { PublishedApp } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { directoryRoutes, ListedApp } from '@commerce/console-api/routes/directory.ts';
import { required } from '../../edge/required.ts';
import { scopesInWords } from '../app-views.ts';
import type { HandlersOf } from '../handler.ts';
import { toJson } from '../to-json.ts';

export const directoryHandlers: HandlersOf<typeof directoryRoutes> = {
  list: async ({ ctx, services, cursor, query }) => {
    const { apps, nextPageToken } = await services.apps.listPublishedApps(ctx, {
      limit: query.limit,
      pageToken: cursor.open(query.cursor),
      search: query.q ?? '',
    });
    return { items: apps.map(listedApp), nextCursor: cursor.seal(nextPageToken) };
  },

  get: async ({ ctx, services, params }) => {
    const { app } = await services.apps.getPublishedApp(ctx, { appId: params.app });
    return listedApp(required(app));
  },
};

const listedApp = (app: PublishedApp): ListedApp => ({ ...toJson(app), scopes: scopesInWords(app.scopes) });
