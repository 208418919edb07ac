import type {
  ListDevelopersRequest,
  ListDevelopersResponse,
} from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { toDeveloper } from '../domain/developer.ts';
import { pageBelow } from '../domain/page.ts';
import { readSearch } from '../domain/search.ts';
import { developerList } from '../store/developer.ts';

/** Developers with the number of their apps. */
export const listDevelopers =
  ({ db }: Deps): Handler<ListDevelopersRequest, ListDevelopersResponse> =>
  async (_ctx, { search: given, ...page }) => {
    const search = readSearch(given);
    const { items, nextPageToken } = await pageBelow(page, (beforeId, limit) =>
      developerList(db, search, beforeId, limit),
    );
    const developers = items.map((developer) => ({
      developer: toDeveloper(developer),
      apps: developer.apps,
      publishedApps: developer.publishedApps,
    }));
    return { developers, nextPageToken };
  };
