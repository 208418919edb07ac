import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { DEVELOPER_COLUMNS, type DeveloperRow } from './developer-columns.ts';

const STATEMENT: Statement = {
  name: 'developer-lock',
  text: `select ${DEVELOPER_COLUMNS} from developer d where d.id = $1 for no key update`,
};

/** The developer, held until the commit: what it has is counted and made one at a time. */
export async function lockDeveloper(tx: Queryable, id: string): Promise<DeveloperRow | undefined> {
  const [row] = await tx.rows<DeveloperRow>(STATEMENT, [id]);
  return row;
}
