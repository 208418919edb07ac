import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Plan } from '../domain/plan.ts';

export interface StoreRow {
  id: string;
  name: string;
  plan: Plan;
}

const STATEMENT = { name: 'store-find-by-id', text: 'select id, name, plan from store where id = $1' };

/** The store of that id. */
export async function findStore(db: Queryable, id: string): Promise<StoreRow | undefined> {
  const [row] = await db.rows<StoreRow>(STATEMENT, [id]);
  return row;
}
