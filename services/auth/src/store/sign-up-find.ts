import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** A sign-up, and the person who has its e-mail. */
export interface SignUpRow {
  id: string;
  email: string;
  name: string;
  developer_name: string;
  language: string;
  /** Null for an e-mail that nobody has. */
  person_id: string | null;
  person_name: string | null;
  person_language: string | null;
}

const STATEMENT: Statement = {
  name: 'sign-up-find',
  text: `select u.id, u.email, u.name, u.developer_name, u.language,
      p.id as person_id, p.name as person_name, p.language as person_language
    from developer_sign_up u left join person p on p.email = u.email
    where u.id = $1 and u.expires_at > $2`,
};

/** A sign-up that has neither expired nor been completed. */
export async function findSignUp(db: Queryable, id: string, now: Date): Promise<SignUpRow | undefined> {
  const [row] = await db.rows<SignUpRow>(STATEMENT, [id, now]);
  return row;
}
