import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { PublishedAppRecord } from '../domain/published-app.ts';
import { likePattern } from './like-pattern.ts';
import { recordFind, recordList } from './records.ts';

const SELECT =
  `select a.id, a.name, lower(a.name) as sort_name, a.description, a.logo_url, d.name as developer_name, a.scopes,
    a.install_url, a.support_url, a.support_email,
    exists (select from installation i where i.store_id = $1 and i.app_id = a.id and i.state <> 'uninstalled') as installed
  from app a join developer d on d.id = a.developer_id
  where a.status = 'published' and a.suspended_at is null and d.suspended_at is null` as const;

/** A page of the directory. */
export const LIST = storeStatement(
  'published-app-list',
  `${SELECT} and (lower(a.name), a.id) > ($2, $3) and ($4::text is null or a.name ilike $4 or a.description ilike $4)
   order by lower(a.name), a.id limit $5`,
);
const FIND = storeStatement('published-app-find', `${SELECT} and a.id = $2`);

/** Apps of the directory by name, after a position. */
export function publishedAppList(
  db: Queryable,
  storeId: string,
  [name, id]: [name: string, id: string],
  search: string | undefined,
  limit: number,
): Promise<PublishedAppRecord[]> {
  return recordList<PublishedAppRecord>(db, LIST, [storeId, name, id, likePattern(search), limit]);
}

/** An app of the directory; undefined when it is not published, or it or its developer is suspended. */
export function publishedAppFind(
  db: Queryable,
  storeId: string,
  id: string,
): Promise<PublishedAppRecord | undefined> {
  return recordFind<PublishedAppRecord>(db, FIND, [storeId, id]);
}
