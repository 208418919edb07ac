import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { INSTALLATION_COLUMNS, type InstallationRow } from './installation-columns.ts';

const STATEMENT = {
  name: 'installation-revoke',
  text: `update installation set state = 'revoked', generation = generation + 1, version = version + 1,
      family_id = null, updated_at = $2
    where id = $1 and state = 'installed'
    returning ${INSTALLATION_COLUMNS}`,
};

/** Ends all tokens of the installation; it stays installed for the plan's count. @returns undefined when it was not in force */
export async function revokeInstallation(
  tx: Queryable,
  id: string,
  at: Date,
): Promise<InstallationRow | undefined> {
  const [row] = await tx.rows<InstallationRow>(STATEMENT, [id, at]);
  return row;
}
