import type {
  ListStoreAppsRequest,
  ListStoreAppsResponse,
} from '@commerce/proto/commerce/auth/v1/store_apps.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { listStoreApps as listRows } from '../store/installation-list-with-app.ts';
import { findLastRequests } from '../store/rate-bucket-list.ts';

/** The apps of a store as its people see them. */
export function listStoreApps({
  database,
  limits,
}: Deps): Handler<ListStoreAppsRequest, ListStoreAppsResponse> {
  return async (ctx) => {
    const rows = await listRows(database, storeOf(ctx));
    const requests = await findLastRequests(
      limits,
      rows.map(({ id }) => id),
    );
    const apps = rows.map((row) => ({
      installationId: row.id,
      appId: row.app_id,
      appName: row.app_name,
      logoUrl: row.logo_url ?? '',
      developerName: row.developer_name,
      status: row.state,
      scopes: row.scopes,
      suspended: row.suspended,
      installedAtMs: row.installed_at.getTime(),
      authorizedBy: row.authorized_by,
      lastActiveAtMs: latest(row.last_active_at?.getTime(), requests.get(row.id)),
    }));
    return { apps };
  };
}

const latest = (...times: (number | undefined)[]): number | undefined => {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
};
