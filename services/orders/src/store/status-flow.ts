import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { DEFAULT_FLOW, type StatusFlow, type StatusKind } from '../domain/status-flow.ts';
import type { Prisma } from './prisma.ts';

const DELETE = storeStatement('status_flow-delete-by_store', 'delete from status_flow where store_id = $1');
const INSERT = storeStatement(
  'status_flow-insert-many',
  `insert into status_flow select * from json_populate_recordset(null::status_flow, $2) r where r.store_id = $1`,
);

/** The status flow of a store: its own, else the default one. */
export async function statusFlowFind(prisma: Prisma, storeId: string): Promise<StatusFlow> {
  const steps = await prisma.statusFlowStep.findMany({
    where: { storeId },
    orderBy: { position: 'asc' },
    select: { status: true, label: true, kind: true },
  });
  if (steps.length === 0) return DEFAULT_FLOW;
  return steps.map(({ status, label, kind }) => ({ status, label, kind: kind as StatusKind }));
}

/** Gives a store, within a transaction, a flow of its own in place of the one it had; an empty one brings back the default. */
export async function statusFlowReplace(tx: Queryable, storeId: string, flow: StatusFlow): Promise<void> {
  const rows = flow.map((step, position) => ({ ...step, store_id: storeId, position }));
  await tx.rows(DELETE, [storeId]);
  await tx.rows(INSERT, [storeId, JSON.stringify(rows)]);
}
