import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { DEFAULT_FLOW, type StatusFlow, type StatusStep } from '../domain/status-flow.ts';
import type { Prisma } from './prisma.ts';

const LIST = storeStatement(
  'status_flow-list-by_store',
  'select status, label, kind from status_flow where store_id = $1 order by position',
);

/** The status flow of a store: its own, else the default one. */
export async function statusFlowFind(db: Queryable, storeId: string): Promise<StatusFlow> {
  const steps = await db.rows<StatusStep>(LIST, [storeId]);
  return steps.length === 0 ? DEFAULT_FLOW : steps;
}

/** Replaces the flow of a store within a transaction; an empty one restores the default. */
export async function statusFlowReplace(prisma: Prisma, storeId: string, flow: StatusFlow): Promise<void> {
  const { statusFlow } = prisma.forStore(storeId);
  await statusFlow.deleteMany();
  await statusFlow.createMany({ data: flow.map((step, position) => ({ ...step, storeId, position })) });
}
