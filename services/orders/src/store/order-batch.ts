import type { Database } from '@commerce/service-kit/db/database.ts';
import type { IndexedRow } from '@commerce/service-kit/db/encoded-rows.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { isOrderNumber } from '../domain/order.ts';

/** Each half joins by a unique index; a key is in the half of its form only, so that no place is filled twice. */
export const BATCH_BY_KEY: Statement = {
  name: 'order-batch-by_key',
  text: `select o.message, o.encoding, k.place
   from unnest($1::text[], $2::text[], $3::int[]) as k (store_id, id, place)
   join "order" o on o.store_id = k.store_id and o.id = k.id
   union all
   select o.message, o.encoding, k.place
   from unnest($4::text[], $5::text[], $6::int[]) as k (store_id, order_number, place)
   join "order" o on o.store_id = k.store_id and o.order_number = k.order_number`,
};

/** Orders by (store, id or order number); each key is bound to its own store. */
export async function orderBatchByKey(
  db: Database,
  keys: { storeId: string; id: string }[],
): Promise<IndexedRow[]> {
  const placed = keys.map((key, index) => ({ ...key, place: index + 1 }));
  const byId = placed.filter(({ id }) => isId('ord', id));
  const byNumber = placed.filter(({ id }) => isOrderNumber(id));
  if (byId.length === 0 && byNumber.length === 0) return [];
  return db.arrays(BATCH_BY_KEY, [...columns(byId), ...columns(byNumber)]);
}

function columns(keys: { storeId: string; id: string; place: number }[]): unknown[] {
  return [keys.map((key) => key.storeId), keys.map((key) => key.id), keys.map((key) => key.place)];
}
