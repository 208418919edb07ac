import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { INSTALLATION_COLUMNS_OF_I, type InstallationRow } from './installation-columns.ts';

const STATEMENT = {
  name: 'installation-find-trial',
  text: `select ${INSTALLATION_COLUMNS_OF_I} from installation i
    join store s on s.id = i.store_id and s.developer_id = $3 and s.plan = 'developer'
    where i.store_id = $1 and i.app_id = $2 and i.state = 'installed'`,
};

/** The installation of an app, in force, on a store that the developer made for trials. */
export async function findTrialInstallation(
  db: Queryable,
  storeId: string,
  { developerId, appId }: { developerId: string; appId: string },
): Promise<InstallationRow | undefined> {
  return (await db.rows<InstallationRow>(STATEMENT, [storeId, appId, developerId]))[0];
}
