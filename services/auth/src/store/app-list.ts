import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { AppStatus } from '../domain/app-review.ts';
import { SELECT_APPS, type AppRow } from './app-columns.ts';
import { containing } from './containing.ts';

const STATEMENT: Statement = {
  name: 'app-list',
  text: `${SELECT_APPS}
    where a.id < $1 and ($2::text is null or a.status = $2) and ($3::text is null or a.developer_id = $3)
      and ($4::text is null or a.name ilike $4 or a.id = $5)
    order by a.id desc limit $6`,
};

/** What a list of apps is narrowed to. */
export interface AppFilter {
  status: AppStatus | undefined;
  developerId: string | undefined;
  /** Part of the name, or the id. */
  search: string | undefined;
}

/** Apps of all developers, the newest first. @param beforeId id of the last of the page before, else something above all ids */
export function listApps(
  db: Queryable,
  { status, developerId, search }: AppFilter,
  beforeId: string,
  limit: number,
): Promise<AppRow[]> {
  const values = [beforeId, status ?? null, developerId ?? null, containing(search), search ?? null, limit];
  return db.rows(STATEMENT, values);
}
