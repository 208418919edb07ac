import type { Database } from '@commerce/service-kit/db/database.ts';
import type { IndexedRow } from '@commerce/service-kit/db/encoded-rows.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** Customers by key, in no order: each row tells the place of its key. */
export const BATCH_BY_KEY: Statement = {
  name: 'customer-batch-by_key',
  text: `select c.message, c.encoding, k.place::int
   from unnest($1::text[], $2::text[]) with ordinality as k (store_id, id, place)
   join customer c on c.store_id = k.store_id and c.id = k.id
   where c.kind = 'customer'`,
};

/** Customers by (store, id), none of another kind; each key is bound to its own store. */
export function customerBatchByKey(
  db: Database,
  keys: { storeId: string; id: string }[],
): Promise<IndexedRow[]> {
  return db.arrays(BATCH_BY_KEY, [keys.map((key) => key.storeId), keys.map((key) => key.id)]);
}
