import { AppStatus } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { ListAllAppsRequest, ListAllAppsResponse } from '@commerce/proto/commerce/auth/v1/desk.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { pageBelow } from '../apps/pages.ts';
import type { Deps } from '../deps.ts';
import { readSearch } from '../domain/search.ts';
import { statusName, toApp } from '../store/app-columns.ts';
import { listApps } from '../store/app-list.ts';

/** Apps of all developers. */
export function listAllApps({ database }: Deps): Handler<ListAllAppsRequest, ListAllAppsResponse> {
  return async (_ctx, { search, status: asked, developerId, ...page }) => {
    const status = statusName(asked);
    if (status === undefined && asked !== AppStatus.UNSPECIFIED) throw invalid('status', 'No such status.');
    const filter = { search: readSearch(search), status, developerId: developerId || undefined };
    const { rows, nextPageToken } = await pageBelow(page, (beforeId, limit) =>
      listApps(database, filter, beforeId, limit),
    );
    return { apps: rows.map(toApp), nextPageToken };
  };
}
