import {
  AppUninstalled,
  InstallationChanged,
  StoreRedact,
  type InstallationState,
} from '@commerce/proto/commerce/auth/v1/events.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import type { InstallationRow } from '../store/installation-columns.ts';

const stateOf = (row: InstallationRow): InstallationState => ({
  installationId: row.id,
  appId: row.app_id,
  storeId: row.store_id,
  status: row.state,
  scopes: row.scopes,
  uninstalledAtMs: row.uninstalled_at?.getTime(),
  version: row.version,
});

function tell(unit: Unit, type: string, row: InstallationRow, payload: Uint8Array): void {
  unit.emit({ type, subjectId: row.id, storeId: row.store_id, payload });
}

/** A new installation. */
export function tellInstalled(unit: Unit, row: InstallationRow): void {
  tell(unit, 'app.installed', row, InstallationChanged.encode({ installation: stateOf(row) }).finish());
}

/** The installation was authorized again, or its tokens were revoked. */
export function tellAuthorized(unit: Unit, row: InstallationRow): void {
  tell(unit, 'app.authorized', row, InstallationChanged.encode({ installation: stateOf(row) }).finish());
}

/** The app was uninstalled (contract, section 6, `app.uninstalled`). */
export function tellUninstalled(unit: Unit, row: InstallationRow): void {
  const uninstalledBy = row.uninstalled_by ?? '';
  tell(
    unit,
    'app.uninstalled',
    row,
    AppUninstalled.encode({ installation: stateOf(row), uninstalledBy }).finish(),
  );
}

/** 48 hours have passed since the uninstall (contract, section 6, `store.redact`). */
export function tellStoreRedact(unit: Unit, row: InstallationRow): void {
  tell(unit, 'store.redact', row, StoreRedact.encode({ installation: stateOf(row) }).finish());
}
