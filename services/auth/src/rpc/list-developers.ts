import type { ListDevelopersRequest, ListDevelopersResponse } from '@commerce/proto/commerce/auth/v1/desk.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { pageBelow } from '../apps/pages.ts';
import type { Deps } from '../deps.ts';
import { readSearch } from '../domain/search.ts';
import { toDeveloper } from '../store/developer-columns.ts';
import { listDevelopers as list } from '../store/developer-list.ts';

/** Developers, and how many apps they have. */
export function listDevelopers({ database }: Deps): Handler<ListDevelopersRequest, ListDevelopersResponse> {
  return async (_ctx, { search: given, ...page }) => {
    const search = readSearch(given);
    const { rows, nextPageToken } = await pageBelow(page, (beforeId, limit) =>
      list(database, search, beforeId, limit),
    );
    const developers = rows.map((row) => ({
      developer: toDeveloper(row),
      apps: row.apps,
      publishedApps: row.published_apps,
    }));
    return { developers, nextPageToken };
  };
}
