import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Role } from '../domain/role.ts';

const STATEMENT = storeStatement(
  'membership-set-role',
  'update membership set role = $3 where store_id = $1 and person_id = $2',
);

/** Gives somebody of a store another role. */
export async function setMembershipRole(
  tx: Queryable,
  storeId: string,
  personId: string,
  role: Role,
): Promise<void> {
  await tx.rows(STATEMENT, [storeId, personId, role]);
}
