import type { Database } from '@commerce/service-kit/db/database.ts';
import type { IndexedRow } from '@commerce/service-kit/db/encoded-rows.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const BATCH_BY_KEY: Statement = {
  name: 'product-batch-by_key',
  text: `select p.message, p.encoding, k.place::int
   from unnest($1::text[], $2::text[]) with ordinality as k (store_id, id, place)
   join product p on p.store_id = k.store_id and p.id = k.id
   where not p.is_draft`,
};

/** Listed products by (store, id); each key is bound to its own store. */
export function productBatchByKey(
  db: Database,
  keys: { storeId: string; id: string }[],
): Promise<IndexedRow[]> {
  return db.arrays(BATCH_BY_KEY, [keys.map((key) => key.storeId), keys.map((key) => key.id)]);
}
