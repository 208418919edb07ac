import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { containing } from './containing.ts';
import { DEVELOPER_COLUMNS, type DeveloperRow } from './developer-columns.ts';

/** A developer, and how many apps it has. */
export interface ListedDeveloperRow extends DeveloperRow {
  apps: number;
  published_apps: number;
}

const STATEMENT: Statement = {
  name: 'developer-list',
  text: `select ${DEVELOPER_COLUMNS}, n.apps, n.published_apps
    from developer d
    cross join lateral (
      select count(*)::int as apps, (count(*) filter (where a.status = 'published'))::int as published_apps
      from app a where a.developer_id = d.id) n
    where d.id < $1 and ($2::text is null or d.name ilike $2 or d.id = $3)
    order by d.id desc limit $4`,
};

/** Developers, the newest first. @param beforeId id of the last of the page before, else something above all ids */
export function listDevelopers(
  db: Queryable,
  search: string | undefined,
  beforeId: string,
  limit: number,
): Promise<ListedDeveloperRow[]> {
  return db.rows(STATEMENT, [beforeId, containing(search), search ?? null, limit]);
}
