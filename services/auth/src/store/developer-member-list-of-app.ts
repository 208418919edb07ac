import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** Somebody of the developer of an app; without a name and an e-mail when the developer has nobody. */
export interface AppContactRow {
  app_name: string;
  name: string | null;
  email: string | null;
}

const MAX_CONTACTS = 50;

const STATEMENT: Statement = {
  name: 'developer-member-list-of-app',
  text: `select a.name as app_name, p.name, p.email
    from app a
    left join developer_member m on m.developer_id = a.developer_id
    left join person p on p.id = m.person_id
    where a.id = $1
    order by p.email limit ${MAX_CONTACTS}`,
};

/** The people of an app's developer, by e-mail; no row when there is no such app. */
export function listContactsOfApp(db: Queryable, appId: string): Promise<AppContactRow[]> {
  return db.rows(STATEMENT, [appId]);
}
