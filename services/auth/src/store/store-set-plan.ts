import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { Plan } from '../domain/plan.ts';

const STATEMENT: Statement = { name: 'store-set-plan', text: 'update store set plan = $2 where id = $1' };

/** Puts a store on a plan. */
export async function setStorePlan(tx: Queryable, id: string, plan: Plan): Promise<void> {
  await tx.rows(STATEMENT, [id, plan]);
}
