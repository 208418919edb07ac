import { EndpointState } from '@commerce/proto/commerce/webhooks/v1/values.ts';
import type { InstallationWithWebhook } from '../presenters/installation.ts';
import { IDS, TIMES } from './ids.ts';

/** Installation without a webhook. */
export const bareInstallation: InstallationWithWebhook = {
  installation: {
    installationId: IDS.installation,
    storeId: IDS.store,
    storeName: 'Almacén Pampa',
    scopes: ['read_products', 'read_stock'],
    requestsPerMinute: 600,
    requestBurst: 60,
    requestsRemaining: 57,
    maxInstalledApps: 15,
    installedApps: 3,
  },
  endpoint: undefined,
};

/** Installation of an app whose webhook is disabled. */
export const exampleInstallation: InstallationWithWebhook = {
  ...bareInstallation,
  endpoint: {
    appId: 'app_01m7yc7hvee8ks3x8rdtn8fj2k',
    url: 'https://app.example.com/webhooks',
    eventTypes: ['product.updated', 'stock.changed'],
    state: EndpointState.DISABLED,
    createdAtMs: TIMES.createdMs,
    updatedAtMs: TIMES.createdMs,
    failingSinceMs: TIMES.createdMs,
    disabledAtMs: TIMES.updatedMs,
    apiVersion: '2026-10',
  },
};
