import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { SELECT_APPS, type AppRow } from './app-columns.ts';

const STATEMENT: Statement = {
  name: 'app-find-of-developer',
  text: `${SELECT_APPS} where a.developer_id = $1 and a.id = $2`,
};

/** The app, if it is the developer's. */
export async function findAppOfDeveloper(
  db: Queryable,
  developerId: string,
  id: string,
): Promise<AppRow | undefined> {
  const [row] = await db.rows<AppRow>(STATEMENT, [developerId, id]);
  return row;
}
