import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { SELECT_STORES_ON_PLANS, type StoreOnPlanRow } from './store-on-plan-columns.ts';

const STATEMENT: Statement = {
  name: 'store-find-on-plan',
  text: `${SELECT_STORES_ON_PLANS} where s.id = $1`,
};

/** The store. */
export async function findStoreOnPlan(db: Queryable, id: string): Promise<StoreOnPlanRow | undefined> {
  const [row] = await db.rows<StoreOnPlanRow>(STATEMENT, [id]);
  return row;
}
