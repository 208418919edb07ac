import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { DEVELOPER_COLUMNS, type DeveloperRow } from './developer-columns.ts';

const STATEMENT: Statement = {
  name: 'developer-find',
  text: `select ${DEVELOPER_COLUMNS} from developer d where d.id = $1`,
};

/** The developer. */
export async function findDeveloper(db: Queryable, id: string): Promise<DeveloperRow | undefined> {
  const [row] = await db.rows<DeveloperRow>(STATEMENT, [id]);
  return row;
}
