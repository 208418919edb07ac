import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT: Statement = {
  name: 'app-count-of-developer',
  text: 'select count(*)::int as count from app where developer_id = $1',
};

/** How many apps a developer has. */
export async function countAppsOfDeveloper(tx: Queryable, developerId: string): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(STATEMENT, [developerId]);
  return row!.count;
}
