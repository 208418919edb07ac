import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { INSTALLATION_COLUMNS, type InstallationRow } from './installation-columns.ts';

const STATEMENT = {
  name: 'installation-revoke-by-generation',
  text: `update installation set state = 'revoked', generation = generation + 1, version = version + 1,
      family_id = null, updated_at = $4
    where id = $1 and app_id = $2 and generation = $3 and state = 'installed'
    returning ${INSTALLATION_COLUMNS}`,
};

/** Revokes the app's installation if the generation of an access token is still in force. */
export async function revokeByAccessToken(
  db: Queryable,
  token: { installationId: string; generation: number },
  appId: string,
  at: Date,
): Promise<InstallationRow | undefined> {
  const values = [token.installationId, appId, token.generation, at];
  const [row] = await db.rows<InstallationRow>(STATEMENT, values);
  return row;
}
