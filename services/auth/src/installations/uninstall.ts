import { notFound } from '@commerce/service-kit/fault.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { REDACT_AFTER_MS } from '../domain/lifetimes.ts';
import { tellUninstalled } from '../events/publish.ts';
import type { InstallationRow } from '../store/installation-columns.ts';
import { lockInstallation } from '../store/installation-lock-by-id.ts';
import { uninstallInstallation } from '../store/installation-uninstall.ts';
import { scheduleRedaction } from '../store/redaction-schedule.ts';

/** What to uninstall, and in whose name. */
export interface Uninstall {
  installationId: string;
  /** Whose it must be; empty for any store. */
  storeId: string;
  by: 'merchant' | 'app';
}

/**
 * Uninstalls (contract, section 3): from the commit on every token is refused; in 48 hours the app is told to forget the store.
 * What is uninstalled already is answered as it is.
 * @throws Fault `not_found`
 */
export async function uninstall(
  unit: Unit,
  { installationId, storeId, by }: Uninstall,
  nowMs: number,
): Promise<InstallationRow> {
  const row = isId('ins', installationId) ? await lockInstallation(unit, installationId) : undefined;
  if (!row || (storeId !== '' && row.store_id !== storeId)) throw notFound();
  if (row.state === 'uninstalled') return row;
  const uninstalled = await uninstallInstallation(unit, { id: row.id, at: new Date(nowMs), by });
  await scheduleRedaction(unit, uninstalled, new Date(nowMs + REDACT_AFTER_MS));
  tellUninstalled(unit, uninstalled);
  return uninstalled;
}
