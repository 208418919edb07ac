import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { INSTALLATION_COLUMNS, type InstallationRow } from './installation-columns.ts';

const STATEMENT = {
  name: 'installation-reauthorize',
  text: `update installation
    set state = 'installed', scopes = $2, family_id = $3, family_started_at = $4, authorized_by = $5, updated_at = $4,
      version = version + 1
    where id = $1
    returning ${INSTALLATION_COLUMNS}`,
};

/** Gives an installation a new family of tokens, which ends the one before, and brings a revoked one back. */
export async function reauthorizeInstallation(
  tx: Queryable,
  given: { id: string; scopes: string[]; familyId: string; personId: string; at: Date },
): Promise<InstallationRow> {
  const { id, scopes, familyId, personId, at } = given;
  const [row] = await tx.rows<InstallationRow>(STATEMENT, [id, scopes, familyId, at, personId]);
  return row!;
}
