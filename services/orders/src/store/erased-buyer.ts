import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const FIND = storeStatement(
  'erased_buyer-find',
  'select 1 from erased_buyer where store_id = $1 and customer_id = $2',
);
const INSERT = storeStatement(
  'erased_buyer-insert',
  `insert into erased_buyer select * from json_populate_record(null::erased_buyer, $2) r where r.store_id = $1
   on conflict do nothing`,
);

/** Records that a customer was erased; once committed, no order can be created for them. */
export async function erasedBuyerInsert(
  tx: Queryable,
  stamp: Stamp,
  storeId: string,
  customerId: string,
): Promise<void> {
  if ((await tx.rows(FIND, [storeId, customerId])).length > 0) return;
  const row = { store_id: storeId, customer_id: customerId, erased_at: await stamp(tx, storeId) };
  await tx.rows(INSERT, [storeId, JSON.stringify(row)]);
}
