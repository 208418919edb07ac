import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** A person who has proved to have the e-mail. */
export interface NewPerson {
  id: string;
  email: string;
  name: string;
  language: string;
  passwordHash: string;
  createdAt: Date;
}

const STATEMENT: Statement = {
  name: 'person-add',
  text: `insert into person (id, email, name, language, password_hash, created_at) values ($1, $2, $3, $4, $5, $6)
    on conflict (email) do nothing returning id`,
};

/** Makes a person. @returns whether nobody had the e-mail */
export async function addPerson(tx: Queryable, person: NewPerson): Promise<boolean> {
  const { id, email, name, language, passwordHash, createdAt } = person;
  return (await tx.rows(STATEMENT, [id, email, name, language, passwordHash, createdAt])).length > 0;
}
