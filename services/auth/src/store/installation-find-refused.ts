import type { Queryable } from '@commerce/service-kit/db/database.ts';

/** What may be the reason that a token of an installation is refused. */
export interface RefusedRow {
  id: string;
  state: string;
  suspended: boolean;
}

const STATEMENT = {
  name: 'installation-find-refused',
  text: `select i.id, i.state, (app.suspended_at is not null or d.suspended_at is not null) as suspended
    from installation i
    join app on app.id = i.app_id
    join developer d on d.id = app.developer_id
    where i.id = any($1)`,
};

/** The installations of tokens that were refused, those that exist. */
export const findRefused = (db: Queryable, ids: string[]): Promise<RefusedRow[]> =>
  db.rows<RefusedRow>(STATEMENT, [ids]);
