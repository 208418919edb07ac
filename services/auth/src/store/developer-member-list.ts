import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** Somebody who acts in a developer's name. */
export interface MemberRow {
  person_id: string;
  name: string;
  email: string;
}

const MAX_MEMBERS = 50;

const STATEMENT: Statement = {
  name: 'developer-member-list',
  text: `select p.id as person_id, p.name, p.email
    from developer_member m join person p on p.id = m.person_id
    where m.developer_id = $1
    order by p.email limit ${MAX_MEMBERS}`,
};

/** The people of a developer, by e-mail. */
export function listMembersOfDeveloper(db: Queryable, developerId: string): Promise<MemberRow[]> {
  return db.rows(STATEMENT, [developerId]);
}
