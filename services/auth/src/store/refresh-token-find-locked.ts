import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { InstallationState } from '../domain/installation.ts';

/** A refresh token and its installation, both held until the commit. */
export interface RefreshTokenRow {
  token_family_id: string;
  expires_at: Date;
  used_at: Date | null;
  installation_id: string;
  app_id: string;
  store_id: string;
  store_name: string;
  state: InstallationState;
  scopes: string[];
  generation: number;
  family_id: string | null;
  family_started_at: Date;
}

const STATEMENT = {
  name: 'refresh-token-find-locked',
  // Both rows are locked, so that who has waited sees both as they are now.
  text: `select t.family_id as token_family_id, t.expires_at, t.used_at,
      i.id as installation_id, i.app_id, i.store_id, s.name as store_name,
      i.state, i.scopes, i.generation, i.family_id, i.family_started_at
    from refresh_token t
    join installation i on i.id = t.installation_id
    join store s on s.id = i.store_id
    where t.token_hash = $1
    for no key update of i, t`,
};

/** The refresh token, locked together with its installation: refreshes and revocations go one at a time. */
export async function lockRefreshToken(tx: Queryable, hash: Buffer): Promise<RefreshTokenRow | undefined> {
  const [row] = await tx.rows<RefreshTokenRow>(STATEMENT, [hash]);
  return row;
}
