import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { Language } from '../domain/profile.ts';
import type { Prisma } from './prisma.ts';

/** A person, without the hash of the password. */
export interface PersonRecord {
  id: string;
  email: string;
  name: string;
  language: Language;
}

const COLUMNS = 'id, email, name, language';

const FIND: Statement = { name: 'person-find', text: `select ${COLUMNS} from person where id = $1` };
const LOCK: Statement = { name: 'person-lock', text: `${FIND.text} for no key update` };

export async function personFind(db: Queryable, id: string): Promise<PersonRecord | undefined> {
  const [person] = await db.rows<PersonRecord>(FIND, [id]);
  return person;
}

/** The person, locked until the commit. */
export async function personLock(tx: Queryable, id: string): Promise<PersonRecord | undefined> {
  const [person] = await tx.rows<PersonRecord>(LOCK, [id]);
  return person;
}

/** The person who signs in with the (normalized) email. */
export async function personFindByEmail(
  prisma: Prisma,
  email: string,
): Promise<{ id: string; name: string; language: string; passwordHash: string } | null> {
  const select = { id: true, name: true, language: true, passwordHash: true };
  return prisma.acrossStores.person.findFirst({ where: { email }, select });
}

/** A person with the stores and developers they belong to. */
export async function personFindWithRoles(prisma: Prisma, id: string) {
  return prisma.acrossStores.person.findFirst({
    where: { id },
    select: {
      id: true,
      name: true,
      email: true,
      language: true,
      platformStaff: true,
      memberships: {
        select: { storeId: true, role: true, store: { select: { name: true } } },
        orderBy: { storeId: 'asc' },
      },
      developers: {
        select: { developerId: true, developer: { select: { name: true } } },
        orderBy: { developerId: 'asc' },
      },
    },
  });
}

/** A person who has proved to own the email. */
export interface NewPerson {
  id: string;
  email: string;
  name: string;
  language: string;
  passwordHash: string;
  createdAt: Date;
}

const INSERT: Statement = {
  name: 'person-insert',
  text: `insert into person (id, email, name, language, password_hash, created_at) values ($1, $2, $3, $4, $5, $6)
    on conflict (email) do nothing returning id`,
};
const SET_PASSWORD: Statement = {
  name: 'person-update-password',
  text: 'update person set password_hash = $2 where id = $1',
};
const SET_PROFILE: Statement = {
  name: 'person-update-profile',
  text: `update person set name = coalesce($2, name), language = coalesce($3, language) where id = $1
    returning ${COLUMNS}`,
};

/** Adds a person. @returns false when another person has the email */
export async function personInsert(tx: Queryable, person: NewPerson): Promise<boolean> {
  const { id, email, name, language, passwordHash, createdAt } = person;
  return (await tx.rows(INSERT, [id, email, name, language, passwordHash, createdAt])).length > 0;
}

/** Sets the password of a person. */
export async function personSetPassword(tx: Queryable, id: string, passwordHash: string): Promise<void> {
  await tx.rows(SET_PASSWORD, [id, passwordHash]);
}

/** Changes a person's name and language; undefined fields stay. */
export async function personSetProfile(
  db: Queryable,
  id: string,
  profile: { name: string | undefined; language: Language | undefined },
): Promise<PersonRecord | undefined> {
  const values = [id, profile.name ?? null, profile.language ?? null];
  const [person] = await db.rows<PersonRecord>(SET_PROFILE, values);
  return person;
}
