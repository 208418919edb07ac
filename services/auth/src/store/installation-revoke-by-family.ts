import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { INSTALLATION_COLUMNS_OF_I, type InstallationRow } from './installation-columns.ts';

const STATEMENT = {
  name: 'installation-revoke-by-family',
  text: `update installation i set state = 'revoked', generation = i.generation + 1, version = i.version + 1,
      family_id = null, updated_at = $3
    from refresh_token t
    where t.token_hash = $1 and t.expires_at > $3 and i.id = t.installation_id
      and i.app_id = $2 and i.family_id = t.family_id and i.state = 'installed'
    returning ${INSTALLATION_COLUMNS_OF_I}`,
};

/** Revokes the app's installation whose present family the refresh token is of, if there is one. */
export async function revokeByRefreshToken(
  db: Queryable,
  tokenHash: Buffer,
  appId: string,
  at: Date,
): Promise<InstallationRow | undefined> {
  const [row] = await db.rows<InstallationRow>(STATEMENT, [tokenHash, appId, at]);
  return row;
}
