import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { SELECT_APPS, type AppRow } from './app-columns.ts';

const STATEMENT: Statement = { name: 'app-find', text: `${SELECT_APPS} where a.id = $1` };

/** The app, whoever's it is. */
export async function findApp(db: Queryable, id: string): Promise<AppRow | undefined> {
  const [row] = await db.rows<AppRow>(STATEMENT, [id]);
  return row;
}
