import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT = storeStatement(
  'invitation-delete',
  `delete from invitation where store_id = $1 and id = $2 and expires_at > $3 returning id`,
);

/** Takes an invitation away, for it is accepted or revoked. @returns whether it was there and had not expired */
export async function deleteInvitation(
  tx: Queryable,
  storeId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  return (await tx.rows(STATEMENT, [storeId, id, now])).length > 0;
}
