import { InstallationStatus, UninstalledBy } from '@commerce/proto/commerce/auth/v1/apps.ts';
import {
  AppSuspensionChanged,
  AppUninstalled,
  InstallationChanged,
  StoreRedact,
  StoreSuspensionChanged,
  type InstallationState,
} from '@commerce/proto/commerce/auth/v1/events.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { InstallationRecord } from '../domain/installation.ts';

const stateOf = (installation: InstallationRecord): InstallationState => ({
  installationId: installation.id,
  appId: installation.appId,
  storeId: installation.storeId,
  status: enumValue(InstallationStatus, installation.state),
  scopes: installation.scopes,
  uninstalledAtMs: installation.uninstalledAt?.getTime(),
  version: installation.version,
});

function publish(unit: Unit, type: string, { id, storeId }: InstallationRecord, payload: Uint8Array): void {
  unit.emit({ type, subjectId: id, storeId, payload });
}

/** Publishes `app.installed`: a new installation. */
export function publishInstalled(unit: Unit, installation: InstallationRecord): void {
  const payload = InstallationChanged.encode({ installation: stateOf(installation) }).finish();
  publish(unit, 'app.installed', installation, payload);
}

/** Publishes `app.authorized`: the installation was authorized again, or its tokens were revoked. */
export function publishAuthorized(unit: Unit, installation: InstallationRecord): void {
  const payload = InstallationChanged.encode({ installation: stateOf(installation) }).finish();
  publish(unit, 'app.authorized', installation, payload);
}

/** Publishes `app.uninstalled` (contract, section 6). */
export function publishUninstalled(unit: Unit, installation: InstallationRecord): void {
  const uninstalledBy = enumValue(UninstalledBy, installation.uninstalledBy!);
  const payload = AppUninstalled.encode({ installation: stateOf(installation), uninstalledBy }).finish();
  publish(unit, 'app.uninstalled', installation, payload);
}

/** Publishes `store.redact` (contract, section 6): 48 hours have passed since the uninstall. */
export function publishStoreRedact(unit: Unit, installation: InstallationRecord): void {
  const payload = StoreRedact.encode({ installation: stateOf(installation) }).finish();
  publish(unit, 'store.redact', installation, payload);
}

/** Publishes `store.suspended` or `store.restored`. */
export function publishSuspensionChanged(unit: Unit, storeId: string, change: StoreSuspensionChanged): void {
  const type = change.suspended ? 'store.suspended' : 'store.restored';
  unit.emit({ type, subjectId: storeId, storeId, payload: StoreSuspensionChanged.encode(change).finish() });
}

/** Publishes `app.suspended` or `app.restored`; the event belongs to no store. */
export function publishAppSuspensionChanged(unit: Unit, appId: string, change: AppSuspensionChanged): void {
  const type = change.suspended ? 'app.suspended' : 'app.restored';
  const payload = AppSuspensionChanged.encode(change).finish();
  unit.emit({ type, subjectId: appId, storeId: '', payload });
}
