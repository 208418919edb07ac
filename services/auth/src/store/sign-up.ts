import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** A developer's sign-up whose email has not been verified. */
export interface NewSignUp {
  id: string;
  email: string;
  name: string;
  developerName: string;
  language: string;
  expiresAt: Date;
}

/** A sign-up, and the person who has its email. */
export interface SignUpRecord {
  id: string;
  email: string;
  name: string;
  developerName: string;
  language: string;
  /** Null when no account has the email. */
  personId: string | null;
  personName: string | null;
  personLanguage: string | null;
}

const INSERT: Statement = {
  name: 'sign-up-insert',
  text: `insert into developer_sign_up (id, email, name, developer_name, language, expires_at) values ($1, $2, $3, $4, $5, $6)`,
};
const FIND: Statement = {
  name: 'sign-up-find',
  text: `select u.id, u.email, u.name, u.developer_name as "developerName", u.language,
      p.id as "personId", p.name as "personName", p.language as "personLanguage"
    from developer_sign_up u left join person p on p.email = u.email
    where u.id = $1 and u.expires_at > $2`,
};
const DELETE: Statement = {
  name: 'sign-up-delete',
  text: 'delete from developer_sign_up where id = $1 returning id',
};

/** Stores a sign-up until its link is used. */
export async function signUpInsert(db: Queryable, signUp: NewSignUp): Promise<void> {
  const { id, email, name, developerName, language, expiresAt } = signUp;
  await db.rows(INSERT, [id, email, name, developerName, language, expiresAt]);
}

/** A sign-up that has neither expired nor been completed. */
export async function signUpFind(db: Queryable, id: string, now: Date): Promise<SignUpRecord | undefined> {
  const [signUp] = await db.rows<SignUpRecord>(FIND, [id, now]);
  return signUp;
}

/** Deletes a sign-up that is completed. @returns false when a concurrent call has completed it */
export async function signUpDelete(tx: Queryable, id: string): Promise<boolean> {
  return (await tx.rows(DELETE, [id])).length > 0;
}
