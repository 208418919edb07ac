import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { DEFAULT_FLOW, type StatusFlow, type StatusStep } from '../domain/status-flow.ts';

const LIST = storeStatement(
  'status_flow-list-by_store',
  'select status, label, kind from status_flow where store_id = $1 order by position',
);
/** Looks into the index of each status for one order: the order asked for is that of this index alone. */
export const IN_USE = storeStatement(
  'order-list-statuses_in_use',
  `select status from unnest($2::text[]) as s (status)
   where (select o.id from "order" o where o.store_id = $1 and o.status = s.status order by o.updated_at, o.id limit 1) is not null`,
);
const DELETE = storeStatement('status_flow-delete-by_store', 'delete from status_flow where store_id = $1');
const INSERT = storeStatement(
  'status_flow-insert-many',
  `insert into status_flow select * from json_populate_recordset(null::status_flow, $2) r where r.store_id = $1`,
);

/** The status flow of a store: its own, else the default one. */
export async function statusFlowFind(db: Queryable, storeId: string): Promise<StatusFlow> {
  const steps = await db.rows<StatusStep>(LIST, [storeId]);
  return steps.length === 0 ? DEFAULT_FLOW : steps;
}

/** Those of the statuses that orders of the store are in. */
export async function ordersInStatuses(
  db: Queryable,
  storeId: string,
  statuses: string[],
): Promise<string[]> {
  const rows = await db.rows<{ status: string }>(IN_USE, [storeId, statuses]);
  return rows.map(({ status }) => status);
}

/** Gives a store, within a transaction, a flow of its own in place of the one it had; an empty one brings back the default. */
export async function statusFlowReplace(tx: Queryable, storeId: string, flow: StatusFlow): Promise<void> {
  const rows = flow.map((step, position) => ({ ...step, store_id: storeId, position }));
  await tx.rows(DELETE, [storeId]);
  await tx.rows(INSERT, [storeId, JSON.stringify(rows)]);
}
