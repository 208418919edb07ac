import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { newId } from '@commerce/service-kit/ids.ts';

const STATEMENT: Statement = {
  name: 'store-insert-for-developer',
  text: `with made as (
      insert into store (id, name, plan, developer_id, created_at) values ($1, $2, 'developer', $3, $5) returning id)
    insert into membership (person_id, store_id, role, created_at) select $4, id, 'owner', $5 from made`,
};

/** Makes a store to try apps on, owned by that person. @returns its id */
export async function insertStoreForDeveloper(
  tx: Queryable,
  store: { name: string; developerId: string; ownerId: string; at: Date },
): Promise<string> {
  const id = newId('sto');
  await tx.rows(STATEMENT, [id, store.name, store.developerId, store.ownerId, store.at]);
  return id;
}
