import { InstallationStatus, type StoreApp } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { EndpointState } from '@commerce/proto/commerce/webhooks/v1/values.ts';
import type { Endpoint } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import type { appRoutes, InstalledApp } from '@commerce/console-api/routes/apps.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Services } from '../../grpc/services.ts';
import { scopesInWords } from '../app-views.ts';
import type { HandlersOf } from '../handler.ts';
import { toJson } from '../to-json.ts';

export const appHandlers: HandlersOf<typeof appRoutes> = {
  list: async ({ ctx, services }) => {
    return { items: await installedApps(ctx, services), nextCursor: null };
  },

  uninstall: async ({ ctx, services, params }) => {
    await services.apps.uninstallInstallation(ctx, { installationId: params.installation });
    return { uninstalled: true };
  },
};

/** Apps installed on the store of the context, newest first. */
export async function installedApps(ctx: Context, services: Services): Promise<InstalledApp[]> {
  const { apps } = await services.apps.listStoreApps(ctx, {});
  const appIds = apps.map(({ appId }) => appId);
  const { endpoints } = await services.webhooks.batchGetEndpoints(ctx, { appIds });
  const byApp = new Map(endpoints.map((endpoint) => [endpoint.appId, endpoint]));
  return apps.map((app) => installedApp(app, byApp.get(app.appId)));
}

function installedApp(app: StoreApp, endpoint: Endpoint | undefined): InstalledApp {
  const { installationId: id, status, scopes, ...rest } = toJson(app);
  return {
    id,
    ...rest,
    status: status === InstallationStatus.REVOKED ? 'revoked' : 'installed',
    scopes: scopesInWords(scopes),
    ...healthOf(endpoint),
  };
}

function healthOf(endpoint: Endpoint | undefined): Pick<InstalledApp, 'webhook' | 'webhookSince'> {
  if (endpoint === undefined) return { webhook: 'none', webhookSince: null };
  const { state, disabledAtMs, failingSinceMs } = endpoint;
  if (state === EndpointState.DISABLED) return { webhook: 'disabled', webhookSince: isoOf(disabledAtMs) };
  if (failingSinceMs !== undefined) return { webhook: 'failing', webhookSince: isoOf(failingSinceMs) };
  return { webhook: 'well', webhookSince: null };
}

const isoOf = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();
