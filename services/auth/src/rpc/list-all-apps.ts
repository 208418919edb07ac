import { AppStatus } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { ListAllAppsRequest, ListAllAppsResponse } from '@commerce/proto/commerce/auth/v1/platform.ts';
import { requireEnumName } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { toApp } from '../domain/app.ts';
import { pageBelow } from '../domain/page.ts';
import { readSearch } from '../domain/search.ts';
import { appList } from '../store/app.ts';

/** Apps of all developers. */
export const listAllApps =
  ({ db }: Deps): Handler<ListAllAppsRequest, ListAllAppsResponse> =>
  async (_ctx, { search, status: given, developerId, ...page }) => {
    const status = given === AppStatus.UNSPECIFIED ? undefined : requireEnumName('status', AppStatus, given);
    const filter = { search: readSearch(search), status, developerId: developerId || undefined };
    const { items, nextPageToken } = await pageBelow(page, (beforeId, limit) =>
      appList(db, filter, beforeId, limit),
    );
    return { apps: items.map(toApp), nextPageToken };
  };
