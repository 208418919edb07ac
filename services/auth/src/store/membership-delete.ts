import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT = storeStatement(
  'membership-delete',
  'delete from membership where store_id = $1 and person_id = $2',
);

/** Takes somebody out of a store. */
export async function deleteMembership(tx: Queryable, storeId: string, personId: string): Promise<void> {
  await tx.rows(STATEMENT, [storeId, personId]);
}
