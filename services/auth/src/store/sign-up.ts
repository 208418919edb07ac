import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { DeveloperSignUp } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';
import { recordFind } from './records.ts';

/** Stores a sign-up until its link is used. */
export async function signUpInsert(prisma: Prisma, signUp: DeveloperSignUp): Promise<void> {
  await prisma.acrossStores.developerSignUp.create({ data: signUp });
}

/** A sign-up, and the person who has its email. */
export interface SignUpRecord extends Omit<DeveloperSignUp, 'expiresAt'> {
  /** Null when no account has the email. */
  personId: string | null;
  personName: string | null;
  personLanguage: string | null;
}

const FIND = statement(
  'sign-up-find',
  `select u.id, u.email, u.name, u.developer_name, u.store_name, u.language,
      p.id as person_id, p.name as person_name, p.language as person_language
    from developer_sign_up u left join person p on p.email = u.email
    where u.id = $1 and u.expires_at > $2`,
);

/** A sign-up that has neither expired nor been completed. */
export function signUpFind(db: Queryable, id: string, now: Date): Promise<SignUpRecord | undefined> {
  return recordFind<SignUpRecord>(db, FIND, [id, now]);
}

/** Deletes a sign-up that is completed. @returns false when a concurrent call has completed it */
export async function signUpDelete(prisma: Prisma, id: string): Promise<boolean> {
  return (await prisma.acrossStores.developerSignUp.deleteMany({ where: { id } })).count > 0;
}
