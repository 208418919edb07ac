import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { Plan } from '../domain/plan.ts';
import { containing } from './containing.ts';
import { SELECT_STORES_ON_PLANS, type StoreOnPlanRow } from './store-on-plan-columns.ts';

const STATEMENT: Statement = {
  name: 'store-list-on-plans',
  text: `${SELECT_STORES_ON_PLANS}
    where s.id < $1 and ($2::text is null or s.plan = $2) and ($3::text is null or s.name ilike $3 or s.id = $4)
    order by s.id desc limit $5`,
};

/** Stores, the newest first. @param beforeId id of the last of the page before, else something above all ids */
export function listStoresOnPlans(
  db: Queryable,
  { plan, search }: { plan: Plan | undefined; search: string | undefined },
  beforeId: string,
  limit: number,
): Promise<StoreOnPlanRow[]> {
  return db.rows(STATEMENT, [beforeId, plan ?? null, containing(search), search ?? null, limit]);
}
