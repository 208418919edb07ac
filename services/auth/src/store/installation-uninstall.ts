import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { INSTALLATION_COLUMNS, type InstallationRow } from './installation-columns.ts';

const STATEMENT = {
  name: 'installation-uninstall',
  text: `update installation set state = 'uninstalled', generation = generation + 1, version = version + 1,
      family_id = null, uninstalled_at = $2, uninstalled_by = $3, updated_at = $2
    where id = $1
    returning ${INSTALLATION_COLUMNS}`,
};

/** Uninstalls an installation that is locked and not uninstalled yet. */
export async function uninstallInstallation(
  tx: Queryable,
  uninstall: { id: string; at: Date; by: 'merchant' | 'app' },
): Promise<InstallationRow> {
  const { id, at, by } = uninstall;
  const [row] = await tx.rows<InstallationRow>(STATEMENT, [id, at, by]);
  return row!;
}
