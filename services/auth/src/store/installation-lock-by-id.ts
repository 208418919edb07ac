import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { INSTALLATION_COLUMNS, type InstallationRow } from './installation-columns.ts';

const STATEMENT = {
  name: 'installation-lock-by-id',
  text: `select ${INSTALLATION_COLUMNS} from installation where id = $1 for no key update`,
};

/** The installation, held until the commit. */
export async function lockInstallation(tx: Queryable, id: string): Promise<InstallationRow | undefined> {
  const [row] = await tx.rows<InstallationRow>(STATEMENT, [id]);
  return row;
}
