import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { INSTALLATION_COLUMNS, type InstallationRow } from './installation-columns.ts';

const STATEMENT = {
  name: 'installation-create',
  text: `insert into installation (id, store_id, app_id, state, scopes, family_id, family_started_at,
      authorized_by, installed_at, updated_at)
    values ($1, $2, $3, 'installed', $4, $5, $6, $7, $6, $6)
    returning ${INSTALLATION_COLUMNS}`,
};

/** Installs an app with its first family of tokens. */
export async function createInstallation(
  tx: Queryable,
  given: {
    storeId: string;
    appId: string;
    scopes: string[];
    familyId: string;
    personId: string;
    at: Date;
  },
): Promise<InstallationRow> {
  const { storeId, appId, scopes, familyId, personId, at } = given;
  const values = [newId('ins'), storeId, appId, scopes, familyId, at, personId];
  const [row] = await tx.rows<InstallationRow>(STATEMENT, values);
  return row!;
}
