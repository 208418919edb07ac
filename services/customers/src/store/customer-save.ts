import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { CustomerRecord } from '../domain/customer.ts';
import { customerToRow } from './customer-row.ts';

const UPSERT = storeStatement(
  'customer-upsert-many',
  `insert into customer select * from json_populate_recordset(null::customer, $2) r where r.store_id = $1
   on conflict (store_id, id) do update set
     kind = excluded.kind, name = excluded.name, email = excluded.email, email_normalized = excluded.email_normalized,
     phone = excluded.phone, document_type = excluded.document_type, document_number = excluded.document_number,
     customer_type = excluded.customer_type, tags = excluded.tags, shipping_addresses = excluded.shipping_addresses,
     updated_at = excluded.updated_at, erased_at = excluded.erased_at, message = excluded.message, encoding = excluded.encoding`,
);

/**
 * Writes people whole: columns and the encoded message; the creation time never changes. Their rows are new or locked by
 * this transaction, and `updatedAtMs` is the stamp of this transaction.
 */
export async function customerSaveMany(
  tx: Queryable,
  storeId: string,
  records: CustomerRecord[],
): Promise<void> {
  await tx.rows(UPSERT, [storeId, JSON.stringify(records.map(customerToRow))]);
}
