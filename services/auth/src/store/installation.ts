import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { InstallationRecord, Uninstaller } from '../domain/installation.ts';
import { recordFind } from './records.ts';

/** The columns of an InstallationRecord, of the installation `i`. */
export const INSTALLATION_COLUMNS = `i.id, i.store_id, i.app_id, i.state, i.scopes, i.generation, i.family_id,
      i.family_started_at, i.uninstalled_at, i.uninstalled_by, i.version`;

const LOCK = statement(
  'installation-lock',
  `select ${INSTALLATION_COLUMNS} from installation i where i.id = $1 for no key update`,
);
const LOCK_OF_APP = statement(
  'installation-lock-of-app',
  `select ${INSTALLATION_COLUMNS} from installation i
    where i.store_id = $1 and i.app_id = $2 and i.state <> 'uninstalled' for no key update`,
);

/** The installation, locked until the commit. */
export function installationLock(tx: Queryable, id: string): Promise<InstallationRecord | undefined> {
  return recordFind<InstallationRecord>(tx, LOCK, [id]);
}

/** The store's installation of the app, unless it is uninstalled; locked until the commit. */
export function installationLockOfApp(
  tx: Queryable,
  storeId: string,
  appId: string,
): Promise<InstallationRecord | undefined> {
  return recordFind<InstallationRecord>(tx, LOCK_OF_APP, [storeId, appId]);
}

const COUNT_OF_STORE = statement(
  'installation-count-of-store',
  `select count(*)::int as count from installation where store_id = $1 and state <> 'uninstalled'`,
);

/** Number of apps of the store; revoked ones count (decisions, "Tokens"). */
export async function installationCountOfStore(tx: Queryable, storeId: string): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(COUNT_OF_STORE, [storeId]);
  return row!.count;
}

const INSERT = statement(
  'installation-insert',
  `insert into installation as i (id, store_id, app_id, state, scopes, family_id, family_started_at,
      authorized_by, installed_at, updated_at)
    values ($1, $2, $3, 'installed', $4, $5, $6, $7, $6, $6)
    returning ${INSTALLATION_COLUMNS}`,
);
const REAUTHORIZE = statement(
  'installation-update-authorization',
  `update installation i
    set state = 'installed', scopes = $2, family_id = $3, family_started_at = $4, authorized_by = $5, updated_at = $4,
      version = i.version + 1
    where i.id = $1
    returning ${INSTALLATION_COLUMNS}`,
);

const SET_SCOPES = statement(
  'installation-update-scopes',
  `update installation i set scopes = $2, updated_at = $3, version = i.version + 1
    where i.id = $1
    returning ${INSTALLATION_COLUMNS}`,
);

/** Installs an app with its first family of tokens. */
export async function installationInsert(
  tx: Queryable,
  installation: {
    storeId: string;
    appId: string;
    scopes: string[];
    familyId: string;
    personId: string;
    at: Date;
  },
): Promise<InstallationRecord> {
  const { storeId, appId, scopes, familyId, personId, at } = installation;
  const values = [newId('ins'), storeId, appId, scopes, familyId, at, personId];
  return (await recordFind<InstallationRecord>(tx, INSERT, values))!;
}

/** Gives an installation a new family of tokens, which ends the previous one; a revoked installation is in force again. */
export async function installationReauthorize(
  tx: Queryable,
  authorization: { id: string; scopes: string[]; familyId: string; personId: string; at: Date },
): Promise<InstallationRecord> {
  const { id, scopes, familyId, personId, at } = authorization;
  return (await recordFind<InstallationRecord>(tx, REAUTHORIZE, [id, scopes, familyId, at, personId]))!;
}

/** Sets the scopes of an installation; its tokens stay valid. */
export async function installationSetScopes(
  tx: Queryable,
  id: string,
  scopes: string[],
  at: Date,
): Promise<InstallationRecord> {
  return (await recordFind<InstallationRecord>(tx, SET_SCOPES, [id, scopes, at]))!;
}

const START_GENERATION = statement(
  'installation-update-generation',
  'update installation set generation = generation + 1, version = version + 1, updated_at = $2 where id = $1',
);
const REVOKE = statement(
  'installation-revoke',
  `update installation i set state = 'revoked', generation = i.generation + 1, version = i.version + 1,
      family_id = null, updated_at = $2
    where i.id = $1 and i.state = 'installed'
    returning ${INSTALLATION_COLUMNS}`,
);
const REVOKE_BY_REFRESH_TOKEN = statement(
  'installation-revoke-by-refresh-token',
  `update installation i set state = 'revoked', generation = i.generation + 1, version = i.version + 1,
      family_id = null, updated_at = $3
    from refresh_token t
    where t.token_hash = $1 and t.expires_at > $3 and i.id = t.installation_id
      and i.app_id = $2 and i.family_id = t.family_id and i.state = 'installed'
    returning ${INSTALLATION_COLUMNS}`,
);
const REVOKE_BY_ACCESS_TOKEN = statement(
  'installation-revoke-by-access-token',
  `update installation i set state = 'revoked', generation = i.generation + 1, version = i.version + 1,
      family_id = null, updated_at = $4
    where i.id = $1 and i.app_id = $2 and i.generation = $3 and i.state = 'installed'
    returning ${INSTALLATION_COLUMNS}`,
);
const UNINSTALL = statement(
  'installation-uninstall',
  `update installation i set state = 'uninstalled', generation = i.generation + 1, version = i.version + 1,
      family_id = null, uninstalled_at = $2, uninstalled_by = $3, updated_at = $2
    where i.id = $1
    returning ${INSTALLATION_COLUMNS}`,
);

/** Invalidates the access tokens issued so far; the family of refresh tokens continues. */
export async function installationStartGeneration(tx: Queryable, id: string, at: Date): Promise<void> {
  await tx.rows(START_GENERATION, [id, at]);
}

/**
 * Invalidates all tokens of the installation, which still counts against the plan.
 * @returns undefined when it was not in force
 */
export function installationRevoke(
  tx: Queryable,
  id: string,
  at: Date,
): Promise<InstallationRecord | undefined> {
  return recordFind<InstallationRecord>(tx, REVOKE, [id, at]);
}

/** Revokes the app's installation whose current family the refresh token belongs to, if there is one. */
export function installationRevokeByRefreshToken(
  db: Queryable,
  tokenHash: Buffer,
  appId: string,
  at: Date,
): Promise<InstallationRecord | undefined> {
  return recordFind<InstallationRecord>(db, REVOKE_BY_REFRESH_TOKEN, [tokenHash, appId, at]);
}

/** Revokes the app's installation if the generation of an access token is still in force. */
export function installationRevokeByAccessToken(
  db: Queryable,
  token: { installationId: string; generation: number },
  appId: string,
  at: Date,
): Promise<InstallationRecord | undefined> {
  const values = [token.installationId, appId, token.generation, at];
  return recordFind<InstallationRecord>(db, REVOKE_BY_ACCESS_TOKEN, values);
}

/** Uninstalls an installation that is locked and not uninstalled yet. */
export async function installationUninstall(
  tx: Queryable,
  uninstall: { id: string; at: Date; by: Uninstaller },
): Promise<InstallationRecord> {
  const { id, at, by } = uninstall;
  return (await recordFind<InstallationRecord>(tx, UNINSTALL, [id, at, by]))!;
}
