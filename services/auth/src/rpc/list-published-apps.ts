import type {
  ListPublishedAppsRequest,
  ListPublishedAppsResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { toPublishedApp } from '../domain/published-app.ts';
import { readSearch } from '../domain/search.ts';
import { publishedAppList } from '../store/published-app.ts';

/** The app directory for a store, by name. */
export const listPublishedApps =
  ({ db }: Deps): Handler<ListPublishedAppsRequest, ListPublishedAppsResponse> =>
  async (ctx, { limit, pageToken, search }) => {
    const size = pageSize(limit);
    const after = (decodePosition(pageToken) ?? ['', '']) as [string, string];
    const found = await publishedAppList(db, storeOf(ctx), after, readSearch(search), size + 1);
    const { rows, next } = cutPage(found, size, ({ sortName, id }) => [sortName, id]);
    return { apps: rows.map(toPublishedApp), nextPageToken: encodePosition(next) };
  };
