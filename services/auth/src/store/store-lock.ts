import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { StoreRow } from './store-find-by-id.ts';

const STATEMENT = {
  name: 'store-lock',
  // NO KEY: rows that only refer to the store need not wait.
  text: 'select id, name, plan from store where id = $1 for no key update',
};

/** The store, held until the commit: installations of one store are counted and created one at a time. */
export async function lockStore(tx: Queryable, id: string): Promise<StoreRow> {
  const [row] = await tx.rows<StoreRow>(STATEMENT, [id]);
  return row!;
}
