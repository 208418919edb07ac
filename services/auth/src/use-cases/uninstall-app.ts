import { notFound } from '@commerce/service-kit/fault.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { InstallationRecord, Uninstaller } from '../domain/installation.ts';
import { REDACT_AFTER_MS } from '../domain/lifetimes.ts';
import { publishUninstalled } from '../events/publish.ts';
import { installationLock, installationUninstall } from '../store/installation.ts';
import { storeRedactionSchedule } from '../store/store-redaction.ts';

/** The installation to uninstall, and who uninstalls it. */
export interface Uninstall {
  installationId: string;
  /** The store that the installation must belong to; empty for any store. */
  storeId: string;
  by: Uninstaller;
}

/**
 * Uninstalls (contract, section 3): every token is refused from the commit on; 48 hours later `store.redact` is published. An
 * installation that is uninstalled already is returned unchanged.
 * @throws Fault `not_found`
 */
export async function uninstallApp(
  unit: Unit,
  { installationId, storeId, by }: Uninstall,
  nowMs: number,
): Promise<InstallationRecord> {
  const installation = isId('ins', installationId) ? await installationLock(unit, installationId) : undefined;
  if (!installation || (storeId !== '' && installation.storeId !== storeId)) throw notFound();
  if (installation.state === 'uninstalled') return installation;
  const uninstalled = await installationUninstall(unit, { id: installationId, at: new Date(nowMs), by });
  await storeRedactionSchedule(unit, uninstalled, new Date(nowMs + REDACT_AFTER_MS));
  publishUninstalled(unit, uninstalled);
  return uninstalled;
}
