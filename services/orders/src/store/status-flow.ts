import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { DEFAULT_FLOW, type StatusFlow, type StatusStep } from '../domain/status-flow.ts';

const LIST = storeStatement(
  'status_flow-list-by_store',
  'select status, label, kind from status_flow where store_id = $1 order by position',
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

/** Replaces the flow of a store within a transaction; an empty one restores the default. */
export async function statusFlowReplace(tx: Queryable, storeId: string, flow: StatusFlow): Promise<void> {
  const rows = flow.map((step, position) => ({ ...step, store_id: storeId, position }));
  await tx.rows(DELETE, [storeId]);
  await tx.rows(INSERT, [storeId, JSON.stringify(rows)]);
}
