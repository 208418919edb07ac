import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement, type Statement } from '@commerce/service-kit/db/statement.ts';

/** Most customers that attempts are looked through for at once. */
const TAKEN = 20;

/** A customer of whom the log is to tell nothing, in the attempts of a store that are still to be looked through. */
export interface ErasedCustomer {
  customerId: string;
  /** Attempts that started before it have been looked through. */
  lookedTo: Date;
}

const INSERT = storeStatement(
  'erased_customer-insert',
  `insert into erased_customer select * from json_populate_record(null::erased_customer, $2) r where r.store_id = $1
   on conflict do nothing`,
);

/** Notes a customer who was erased. @param lookedTo when the first attempt that is to be looked at may have started */
export async function erasedCustomerInsert(
  tx: Queryable,
  storeId: string,
  customerId: string,
  toldAt: Date,
  lookedTo: Date,
): Promise<void> {
  const row = { store_id: storeId, customer_id: customerId, told_at: toldAt, looked_to: lookedTo };
  await tx.rows(INSERT, [storeId, JSON.stringify(row)]);
}

const LIST_STORES: Statement = {
  name: 'erased_customer-list-stores',
  text: `select distinct store_id as "storeId" from erased_customer where looked_to < $1 and store_id > $2 order by 1 limit $3`,
};

/** Stores, after one of them, with attempts that started before a time and are still to be looked through. */
export async function erasedCustomerListStores(
  db: Queryable,
  before: Date,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.rows<{ storeId: string }>(LIST_STORES, [before, after, limit]);
  return rows.map(({ storeId }) => storeId);
}

const TAKE = storeStatement(
  'erased_customer-take',
  `select customer_id as "customerId", looked_to as "lookedTo" from erased_customer
   where store_id = $1 and looked_to < $2
   order by looked_to limit ${TAKEN} for update skip locked`,
);

/** Takes customers of a store, those first whom least has been looked through for; others take them only after the transaction. */
export function erasedCustomerTake(tx: Queryable, storeId: string, before: Date): Promise<ErasedCustomer[]> {
  return tx.rows(TAKE, [storeId, before]);
}

const RECORD_LOOKED = storeStatement(
  'erased_customer-record-looked',
  `update erased_customer set looked_to = $3 where store_id = $1 and customer_id = any($2) and looked_to < $3`,
);

/** Records that the store's attempts that started before a time have been looked through for these customers. */
export async function erasedCustomerRecordLooked(
  tx: Queryable,
  storeId: string,
  customerIds: string[],
  lookedTo: Date,
): Promise<void> {
  await tx.rows(RECORD_LOOKED, [storeId, customerIds, lookedTo]);
}

const DELETE_DONE = storeStatement(
  'erased_customer-delete-done',
  `delete from erased_customer where store_id = $1 and told_at < $2 and looked_to >= $3`,
);

/** Removes the notes of a store that were made before a time and for which all before another has been looked through. */
export async function erasedCustomerDeleteDone(
  db: Queryable,
  storeId: string,
  toldBefore: Date,
  lookedTo: Date,
): Promise<void> {
  await db.rows(DELETE_DONE, [storeId, toldBefore, lookedTo]);
}
