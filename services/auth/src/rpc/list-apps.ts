import type { ListAppsRequest, ListAppsResponse } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { pageBelow } from '../apps/pages.ts';
import type { Deps } from '../deps.ts';
import { toApp } from '../store/app-columns.ts';
import { listAppsOfDeveloper } from '../store/app-list-of-developer.ts';

/** The apps of a developer, the newest first. */
export function listApps({ database }: Deps): Handler<ListAppsRequest, ListAppsResponse> {
  return async (_ctx, { developerId, ...page }) => {
    const { rows, nextPageToken } = await pageBelow(page, (beforeId, limit) =>
      listAppsOfDeveloper(database, developerId, beforeId, limit),
    );
    return { apps: rows.map(toApp), nextPageToken };
  };
}
