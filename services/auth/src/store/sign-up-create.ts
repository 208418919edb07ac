import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** A developer's sign-up whose e-mail has not been verified. */
export interface SignUp {
  id: string;
  email: string;
  name: string;
  developerName: string;
  language: string;
  expiresAt: Date;
}

const STATEMENT: Statement = {
  name: 'sign-up-create',
  text: `insert into developer_sign_up (id, email, name, developer_name, language, expires_at) values ($1, $2, $3, $4, $5, $6)`,
};

/** Keeps a sign-up until its link is used. */
export async function createSignUp(db: Queryable, signUp: SignUp): Promise<void> {
  const { id, email, name, developerName, language, expiresAt } = signUp;
  await db.rows(STATEMENT, [id, email, name, developerName, language, expiresAt]);
}
