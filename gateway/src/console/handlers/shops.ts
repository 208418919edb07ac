import type { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import type { HandlersOf } from '../handler.ts';
import { toJson } from '../to-json.ts';

export const shopHandlers: HandlersOf<typeof shopRoutes> = {
  list: async ({ ctx, services, cursor, query }) => {
    const page = await services.catalog.listShops(ctx, {
      limit: query.limit,
      pageToken: cursor.open(query.cursor),
    });
    return { items: toJson(page.shops), nextCursor: cursor.seal(page.nextPageToken) };
  },
};
