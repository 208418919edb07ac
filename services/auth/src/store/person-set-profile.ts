import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { Language } from '../domain/profile.ts';
import type { PersonRow } from './person-find-by-id.ts';

const STATEMENT: Statement = {
  name: 'person-set-profile',
  text: `update person set name = coalesce($2, name), language = coalesce($3, language) where id = $1
    returning id, email, name, language`,
};

/** Changes a person's name and language; what is undefined stays. */
export async function setProfile(
  db: Queryable,
  id: string,
  profile: { name: string | undefined; language: Language | undefined },
): Promise<PersonRow | undefined> {
  const [row] = await db.rows<PersonRow>(STATEMENT, [id, profile.name ?? null, profile.language ?? null]);
  return row;
}
