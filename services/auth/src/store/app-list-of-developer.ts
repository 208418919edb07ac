import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { SELECT_APPS, type AppRow } from './app-columns.ts';

const STATEMENT: Statement = {
  name: 'app-list-of-developer',
  text: `${SELECT_APPS} where a.developer_id = $1 and a.id < $2 order by a.id desc limit $3`,
};

/** Apps of a developer, the newest first. @param beforeId id of the last of the page before, else something above all ids */
export function listAppsOfDeveloper(
  db: Queryable,
  developerId: string,
  beforeId: string,
  limit: number,
): Promise<AppRow[]> {
  return db.rows(STATEMENT, [developerId, beforeId, limit]);
}
