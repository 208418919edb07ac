import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { Language } from '../domain/profile.ts';

/** A person, the password's hash left out. */
export interface PersonRow {
  id: string;
  email: string;
  name: string;
  language: Language;
}

const STATEMENT: Statement = {
  name: 'person-find-by-id',
  text: 'select id, email, name, language from person where id = $1',
};

const LOCK: Statement = { name: 'person-lock-by-id', text: `${STATEMENT.text} for no key update` };

/** A person by id. */
export async function findPerson(db: Queryable, id: string): Promise<PersonRow | undefined> {
  const [row] = await db.rows<PersonRow>(STATEMENT, [id]);
  return row;
}

/** A person by id, whose row is locked. */
export async function lockPerson(tx: Queryable, id: string): Promise<PersonRow | undefined> {
  const [row] = await tx.rows<PersonRow>(LOCK, [id]);
  return row;
}
