import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { insertFinished, movedColumns } from './finished-delivery.ts';

const LIST = storeStatement(
  'closed_installation-list',
  'select installation_id from closed_installation where store_id = $1 and installation_id = any($2)',
);

/** The closed ones among installations of a store. */
export async function closedInstallationList(
  tx: Queryable,
  storeId: string,
  installationIds: string[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ installation_id: string }>(LIST, [storeId, installationIds]);
  return new Set(rows.map((row) => row.installation_id));
}

const CANCEL_BATCH = 1_000;

const CANCEL_NEXT = storeStatement(
  'closed_installation-cancel-next',
  `with removed as (
     delete from delivery d where d.store_id = $1 and d.id = any(array(
       select id from delivery where store_id = $1 and installation_id = $2 and type <> all($4)
       limit ${CANCEL_BATCH} for update skip locked))
     returning ${movedColumns('d')})
   ${insertFinished('removed', "'cancelled'", '$3::timestamptz')} returning 1`,
);

/**
 * Cancels the next open deliveries of an installation that is about to be closed: there may be too many for the
 * transaction that closes it.
 * @param keptTypes types whose deliveries continue
 * @returns their number; 0 when none is left
 */
export async function closedInstallationCancelNext(
  db: Queryable,
  { storeId, installationId }: { storeId: string; installationId: string },
  nowMs: number,
  keptTypes: readonly string[],
): Promise<number> {
  return (await db.rows(CANCEL_NEXT, [storeId, installationId, new Date(nowMs), keptTypes])).length;
}

// A ping belongs to the app, not to the installation. A delivery that is being attempted may still succeed; it keeps its lease, for which
// app.uninstalled waits.
const INSERT = storeStatement(
  'closed_installation-insert',
  `with closed as (
     insert into closed_installation (store_id, installation_id, app_id, closed_at) values ($1, $2, $3, $4)
     on conflict do nothing
   ), removed as (
     delete from delivery d where d.store_id = $1 and d.id = any(array(
       select id from delivery where store_id = $1 and installation_id = $2 and type <> all($5) order by id for update))
     returning ${movedColumns('d')})
   ${insertFinished('removed', "'cancelled'", '$4::timestamptz')} returning 1`,
);

/**
 * Closes an installation: its open deliveries are cancelled, and no further ones are created.
 * @param keptTypes types whose deliveries continue
 * @returns the number of cancelled deliveries
 */
export async function closedInstallationInsert(
  tx: Queryable,
  { storeId, installationId, appId }: { storeId: string; installationId: string; appId: string },
  nowMs: number,
  keptTypes: readonly string[],
): Promise<number> {
  return (await tx.rows(INSERT, [storeId, installationId, appId, new Date(nowMs), keptTypes])).length;
}
