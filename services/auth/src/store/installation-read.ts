import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { InstallationInForce } from '../domain/admission.ts';
import type { InstallationState } from '../domain/installation.ts';
import type { Plan } from '../domain/plan.ts';
import type { Prisma } from './prisma.ts';
import { recordFind, recordList } from './records.ts';

/** Installations that may act now, in their current token generation. */
export const INSTALLATION_FIND_IN_FORCE = statement(
  'installation-find-in-force',
  `select i.id, i.generation, s.plan
    from unnest($1::text[], $2::bigint[]) as a (id, generation)
    join installation i on i.id = a.id and i.generation = a.generation and i.state = 'installed'
    join app on app.id = i.app_id and app.suspended_at is null
    join developer d on d.id = app.developer_id and d.suspended_at is null
    join store s on s.id = i.store_id and s.suspended_at is null`,
);

/** Those of the installations and generations that are in force. */
export function installationFindInForce(
  db: Queryable,
  groups: readonly { installationId: string; generation: number }[],
): Promise<InstallationInForce[]> {
  return db.rows<InstallationInForce>(INSTALLATION_FIND_IN_FORCE, [
    groups.map((group) => group.installationId),
    groups.map((group) => group.generation),
  ]);
}

/** Possible reason for the refusal of an installation's token. */
export interface RefusedInstallation {
  id: string;
  state: InstallationState;
  /** The app or its developer is suspended. */
  suspended: boolean;
  storeSuspended: boolean;
}

const FIND_REFUSED = statement(
  'installation-find-refused',
  `select i.id, i.state, (app.suspended_at is not null or d.suspended_at is not null) as suspended,
      s.suspended_at is not null as store_suspended
    from installation i
    join app on app.id = i.app_id
    join developer d on d.id = app.developer_id
    join store s on s.id = i.store_id
    where i.id = any($1)`,
);

/** The installations of tokens that were refused; those that do not exist are left out. */
export const installationFindRefused = (db: Queryable, ids: string[]): Promise<RefusedInstallation[]> =>
  recordList<RefusedInstallation>(db, FIND_REFUSED, [ids]);

/** The installation in force of an app on a test store of its developer. */
export async function installationFindTrial(
  prisma: Prisma,
  storeId: string,
  { developerId, appId }: { developerId: string; appId: string },
) {
  return prisma.forStore(storeId).installation.findFirst({
    where: { appId, state: 'installed', store: { developerId, plan: 'developer' } },
    select: { id: true, scopes: true, generation: true },
  });
}

/** An app on a store, as other services need it. */
export interface StoreInstallationRecord {
  storeId: string;
  id: string;
  appId: string;
  state: InstallationState;
  scopes: string[];
  suspended: boolean;
}

// Over several stores on purpose: one call serves the stores of events that arrived together.
const LIST_OF_STORES = statement(
  'installation-list-of-stores',
  `select i.store_id, i.id, i.app_id, i.state, i.scopes,
      a.suspended_at is not null or d.suspended_at is not null as suspended
    from unnest($1::text[]) with ordinality as requested (store_id, position)
    join installation i on i.store_id = requested.store_id and i.state <> 'uninstalled'
    join app a on a.id = i.app_id
    join developer d on d.id = a.developer_id
    order by requested.position, i.app_id`,
);

/** The installations of the stores, without uninstalled ones. */
export function installationListOfStores(
  db: Queryable,
  storeIds: string[],
): Promise<StoreInstallationRecord[]> {
  return recordList<StoreInstallationRecord>(db, LIST_OF_STORES, [storeIds]);
}

/** An app on a store, as the back office shows it. */
export interface StoreAppRecord {
  id: string;
  appId: string;
  appName: string;
  logoUrl: string | null;
  developerName: string;
  state: InstallationState;
  scopes: string[];
  suspended: boolean;
  installedAt: Date;
  authorizedBy: string;
  /** Accurate to some minutes. */
  lastActiveAt: Date | null;
}

const LIST_WITH_APP = storeStatement(
  'installation-list-with-app',
  `select i.id, i.app_id, a.name as app_name, a.logo_url, d.name as developer_name, i.state, i.scopes, a.suspended_at is not null or d.suspended_at is not null as suspended,
      i.installed_at, p.name as authorized_by, act.last_active_at
    from installation i
    join app a on a.id = i.app_id
    join developer d on d.id = a.developer_id
    join person p on p.id = i.authorized_by
    left join installation_activity act on act.installation_id = i.id
    where i.store_id = $1 and i.state <> 'uninstalled'
    order by i.installed_at desc, i.id`,
);

/** The apps of a store, newest first, without uninstalled ones. */
export function installationListWithApp(db: Queryable, storeId: string): Promise<StoreAppRecord[]> {
  return recordList<StoreAppRecord>(db, LIST_WITH_APP, [storeId]);
}

/** An installation with its store, and what the store uses of its plan. */
export interface InstallationUsage {
  scopes: string[];
  storeName: string;
  plan: Plan;
  /** Number of apps of the store, revoked ones included. */
  installedApps: number;
}

const FIND_WITH_USAGE = storeStatement(
  'installation-find-with-usage',
  `select i.scopes, s.name as store_name, s.plan,
      (select count(*)::int from installation other where other.store_id = $1 and other.state <> 'uninstalled') as installed_apps
    from installation i
    join store s on s.id = $1
    where i.store_id = $1 and i.id = $2 and i.state <> 'uninstalled'`,
);

/** An installation of the store, unless it is uninstalled. */
export function installationFindWithUsage(
  db: Queryable,
  storeId: string,
  id: string,
): Promise<InstallationUsage | undefined> {
  return recordFind<InstallationUsage>(db, FIND_WITH_USAGE, [storeId, id]);
}
