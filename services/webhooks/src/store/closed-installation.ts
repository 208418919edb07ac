import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const LIST = storeStatement(
  'closed_installation-list',
  'select installation_id from closed_installation where store_id = $1 and installation_id = any($2)',
);

/** Which of a store's installations get nothing more. */
export async function closedInstallationList(
  tx: Queryable,
  storeId: string,
  installationIds: string[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ installation_id: string }>(LIST, [storeId, installationIds]);
  return new Set(rows.map((row) => row.installation_id));
}

// A ping is the app's, not the installation's. What is being attempted may still arrive.
const CLOSE = storeStatement(
  'closed_installation-insert',
  `with closed as (
     insert into closed_installation (store_id, installation_id, app_id, closed_at) values ($1, $2, $3, $4)
     on conflict do nothing)
   update delivery set state = 'cancelled', finished_at = $4, leased_until = null where id = any(array(
     select id from delivery where store_id = $1 and installation_id = $2 and state in ('pending', 'retrying')
       and type <> all($5) order by id for update))
   returning id`,
);

/**
 * Closes an installation: its deliveries that are under way are cancelled, and none is made any more.
 * @param kept types of deliveries that go on
 * @returns how many were cancelled
 */
export async function closedInstallationInsert(
  tx: Queryable,
  { storeId, installationId, appId }: { storeId: string; installationId: string; appId: string },
  nowMs: number,
  kept: readonly string[],
): Promise<number> {
  return (await tx.rows(CLOSE, [storeId, installationId, appId, new Date(nowMs), kept])).length;
}
