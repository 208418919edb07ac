import { InstallationStatus, UninstalledBy } from '@commerce/proto/commerce/auth/v1/apps.ts';
import {
  AppSuspensionChanged,
  AppUninstalled,
  InstallationChanged,
  StoreRedact,
  StoreSuspensionChanged,
} from '@commerce/proto/commerce/auth/v1/events.ts';
import { newEvent, T0 } from './engine.ts';

/** An event about an installation of an app, as auth publishes it. */
export function installationEvent(
  type: 'app.uninstalled' | 'store.redact',
  storeId: string,
  app: { appId: string; installationId: string },
) {
  const installation = {
    ...app,
    storeId,
    status: InstallationStatus.UNINSTALLED,
    scopes: ['read_products'],
    uninstalledAtMs: T0,
    version: 2,
  };
  const payload =
    type === 'app.uninstalled'
      ? AppUninstalled.encode({ installation, uninstalledBy: UninstalledBy.MERCHANT })
      : StoreRedact.encode({ installation });
  return newEvent(storeId, type, { subjectId: app.installationId, payload: Buffer.from(payload.finish()) });
}

/** A new installation of an app, as auth publishes it. */
export function installedEvent(storeId: string, app: { appId: string; installationId: string }) {
  const installation = {
    ...app,
    storeId,
    status: InstallationStatus.INSTALLED,
    scopes: ['read_products'],
    version: 1,
  };
  const payload = Buffer.from(InstallationChanged.encode({ installation }).finish());
  return newEvent(storeId, 'app.installed', { subjectId: app.installationId, payload });
}

/** A suspension or restoration of a store, as auth publishes it. */
export const suspensionEvent = (storeId: string, suspended: boolean, version: number) =>
  newEvent(storeId, suspended ? 'store.suspended' : 'store.restored', {
    subjectId: storeId,
    payload: Buffer.from(StoreSuspensionChanged.encode({ suspended, version }).finish()),
  });

/** A suspension or restoration of an app, as auth publishes it. */
export const appSuspensionEvent = (appId: string, suspended: boolean, version: number) =>
  newEvent('', suspended ? 'app.suspended' : 'app.restored', {
    subjectId: appId,
    payload: Buffer.from(AppSuspensionChanged.encode({ suspended, version }).finish()),
  });
