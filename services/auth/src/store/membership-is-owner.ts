import type { Queryable } from '@commerce/service-kit/db/database.ts';

const STATEMENT = {
  name: 'membership-is-owner',
  text: `select 1 from membership where person_id = $1 and store_id = $2 and role = 'owner'`,
};

/** Whether the person owns the store: only the owner can authorize apps (contract, section 5). */
export async function isOwner(db: Queryable, personId: string, storeId: string): Promise<boolean> {
  return (await db.rows(STATEMENT, [personId, storeId])).length > 0;
}
