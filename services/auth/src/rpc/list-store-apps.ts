import {
  InstallationStatus,
  type ListStoreAppsRequest,
  type ListStoreAppsResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { installationListWithApp } from '../store/installation-read.ts';
import { rateBucketFindLastRequests } from '../store/rate-bucket.ts';

/** The apps of a store, as its team sees them. */
export const listStoreApps =
  ({ db, limits }: Deps): Handler<ListStoreAppsRequest, ListStoreAppsResponse> =>
  async (ctx) => {
    const installations = await installationListWithApp(db, storeOf(ctx));
    const requests = await rateBucketFindLastRequests(
      limits,
      installations.map(({ id }) => id),
    );
    const apps = installations.map((installation) => ({
      installationId: installation.id,
      appId: installation.appId,
      appName: installation.appName,
      logoUrl: installation.logoUrl ?? '',
      developerName: installation.developerName,
      status: enumValue(InstallationStatus, installation.state),
      scopes: installation.scopes,
      suspended: installation.suspended,
      installedAtMs: installation.installedAt.getTime(),
      authorizedBy: installation.authorizedBy,
      lastActiveAtMs: latest(installation.lastActiveAt?.getTime(), requests.get(installation.id)),
    }));
    return { apps };
  };

const latest = (...times: (number | undefined)[]): number | undefined => {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
};
