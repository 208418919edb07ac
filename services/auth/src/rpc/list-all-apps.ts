import { AppStatus } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { ListAllAppsRequest, ListAllAppsResponse } from '@commerce/proto/commerce/auth/v1/platform.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { appStatusOf, toApp } from '../domain/app.ts';
import { pageBelow } from '../domain/page.ts';
import { readSearch } from '../domain/search.ts';
import { appList } from '../store/app.ts';

/** Apps of all developers. */
export const listAllApps =
  ({ db }: Deps): Handler<ListAllAppsRequest, ListAllAppsResponse> =>
  async (_ctx, { search, status: given, developerId, ...page }) => {
    const status = appStatusOf(given);
    if (status === undefined && given !== AppStatus.UNSPECIFIED) throw invalid('status', 'Unknown status.');
    const filter = { search: readSearch(search), status, developerId: developerId || undefined };
    const { items, nextPageToken } = await pageBelow(page, (beforeId, limit) =>
      appList(db, filter, beforeId, limit),
    );
    return { apps: items.map(toApp), nextPageToken };
  };
