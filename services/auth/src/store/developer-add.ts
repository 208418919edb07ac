import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT: Statement = {
  name: 'developer-add',
  text: `with made as (insert into developer (id, name, created_at) values ($1, $2, $4))
    insert into developer_member (person_id, developer_id, created_at) values ($3, $1, $4)`,
};

/** Makes a developer in whose name that person acts. */
export async function addDeveloper(
  tx: Queryable,
  developer: { id: string; name: string; personId: string; createdAt: Date },
): Promise<void> {
  const { id, name, personId, createdAt } = developer;
  await tx.rows(STATEMENT, [id, name, personId, createdAt]);
}
