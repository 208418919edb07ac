import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { CustomerRecord } from '../domain/customer.ts';
import { customerFromRow, type CustomerRow } from './customer-row.ts';

const LOCK = storeStatement(
  'customer-lock-by_id',
  'select * from customer where store_id = $1 and id = $2 for update',
);

/**
 * A person of any kind from the columns, the row locked until the end of the transaction: how every change of a customer
 * begins.
 */
export async function customerLock(
  tx: Queryable,
  storeId: string,
  id: string,
): Promise<CustomerRecord | undefined> {
  const [row] = await tx.rows<CustomerRow>(LOCK, [storeId, id]);
  return row === undefined ? undefined : customerFromRow(row);
}
