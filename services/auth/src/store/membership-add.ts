import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { Role } from '../domain/role.ts';

const STATEMENT: Statement = {
  name: 'membership-add',
  text: `insert into membership (store_id, person_id, role, created_at) values ($1, $2, $3, $4) on conflict do nothing`,
};

/** Makes a person one of a store; who is so already keeps their role. */
export async function addMembership(
  tx: Queryable,
  membership: { storeId: string; personId: string; role: Role; createdAt: Date },
): Promise<void> {
  const { storeId, personId, role, createdAt } = membership;
  await tx.rows(STATEMENT, [storeId, personId, role, createdAt]);
}
