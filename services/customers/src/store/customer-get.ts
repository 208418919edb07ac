import type { Database } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { CustomerRecord } from '../domain/customer.ts';
import { customerFromRow, type CustomerRow } from './customer-row.ts';

const GET = storeStatement(
  'customer-get-by_id',
  `select * from customer where store_id = $1 and id = $2 and kind in ('customer', 'contact')`,
);

/** A customer or contact; undefined when there is none of that id. */
export async function customerGet(
  db: Database,
  storeId: string,
  id: string,
): Promise<CustomerRecord | undefined> {
  const [row] = await db.rows<CustomerRow>(GET, [storeId, id]);
  return row === undefined ? undefined : customerFromRow(row);
}
