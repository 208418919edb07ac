import type { GetInstallationResponse } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { EndpointState } from '@commerce/proto/commerce/webhooks/v1/values.ts';
import type { Endpoint } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { enumName } from '@commerce/proto/enum.ts';
import type { InstallationJson } from '../schemas/installation.ts';
import { iso } from './common.ts';

/** Parts of `GET /installation`: the installation (auth) and the webhook of its app (webhooks). */
export interface InstallationWithWebhook {
  installation: GetInstallationResponse;
  endpoint: Endpoint | undefined;
}

const isoOrNull = (ms: number | undefined): string | null => (ms === undefined ? null : iso(ms));

const presentWebhook = (endpoint: Endpoint): InstallationJson['webhook'] => ({
  url: endpoint.url,
  event_types: endpoint.eventTypes,
  state: enumName(EndpointState, endpoint.state),
  failing_since: isoOrNull(endpoint.failingSinceMs),
  disabled_at: isoOrNull(endpoint.disabledAtMs),
});

/** Installation (decisions, "Additions to the contract"). */
export const presentInstallation = ({
  installation,
  endpoint,
}: InstallationWithWebhook): InstallationJson => ({
  id: installation.installationId,
  store: { id: installation.storeId, name: installation.storeName },
  scopes: installation.scopes,
  limits: {
    requests: {
      per_minute: installation.requestsPerMinute,
      burst: installation.requestBurst,
      remaining: installation.requestsRemaining,
    },
    installed_apps: { limit: installation.maxInstalledApps, used: installation.installedApps },
  },
  webhook: endpoint === undefined ? null : presentWebhook(endpoint),
});
