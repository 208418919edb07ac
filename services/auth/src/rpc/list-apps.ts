import type { ListAppsRequest, ListAppsResponse } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { toApp } from '../domain/app.ts';
import { pageBelow } from '../domain/page.ts';
import { appListOfDeveloper } from '../store/app.ts';

/** The apps of a developer, newest first. */
export const listApps =
  ({ db }: Deps): Handler<ListAppsRequest, ListAppsResponse> =>
  async (_ctx, { developerId, ...page }) => {
    const { items, nextPageToken } = await pageBelow(page, (beforeId, limit) =>
      appListOfDeveloper(db, developerId, beforeId, limit),
    );
    return { apps: items.map(toApp), nextPageToken };
  };
