import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { INSTALLATION_COLUMNS, type InstallationRow } from './installation-columns.ts';

const STATEMENT = {
  name: 'installation-lock-by-app',
  text: `select ${INSTALLATION_COLUMNS} from installation
    where store_id = $1 and app_id = $2 and state <> 'uninstalled' for no key update`,
};

/** The store's installation of the app (an uninstalled one is none), held until the commit. */
export async function lockInstallationOfApp(
  tx: Queryable,
  storeId: string,
  appId: string,
): Promise<InstallationRow | undefined> {
  const [row] = await tx.rows<InstallationRow>(STATEMENT, [storeId, appId]);
  return row;
}
