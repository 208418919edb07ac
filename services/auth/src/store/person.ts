import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { Language } from '../domain/profile.ts';
import type { Prisma } from './prisma.ts';

/** A person, without the hash of the password. */
export interface PersonRecord {
  id: string;
  email: string;
  name: string;
  language: Language;
}

const COLUMNS = { id: true, email: true, name: true, language: true };

const recordOf = (row: Omit<PersonRecord, 'language'> & { language: string }): PersonRecord => ({
  ...row,
  language: row.language as Language,
});

export async function personFind(prisma: Prisma, id: string): Promise<PersonRecord | undefined> {
  const person = await prisma.acrossStores.person.findFirst({ where: { id }, select: COLUMNS });
  return person === null ? undefined : recordOf(person);
}

const LOCK = statement(
  'person-lock',
  'select id, email, name, language from person where id = $1 for no key update',
);

/** The person, locked until the commit. */
export async function personLock(tx: Queryable, id: string): Promise<PersonRecord | undefined> {
  const [person] = await tx.rows<PersonRecord>(LOCK, [id]);
  return person;
}

const LOCK_WITH_PASSWORD = statement(
  'person-lock-with-password',
  'select id from person where id = $1 and password_hash = $2 for no key update',
);

/** Locks the person until the commit. @returns false when they have another password by now */
export async function personLockWithPassword(
  tx: Queryable,
  id: string,
  passwordHash: string,
): Promise<boolean> {
  return (await tx.rows(LOCK_WITH_PASSWORD, [id, passwordHash])).length > 0;
}

/** The hash of a person's password. */
export async function personFindPasswordHash(prisma: Prisma, id: string): Promise<string | undefined> {
  const person = await prisma.acrossStores.person.findFirst({
    where: { id },
    select: { passwordHash: true },
  });
  return person?.passwordHash;
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
        select: {
          storeId: true,
          role: true,
          store: { select: { name: true, suspendedAt: true, suspendedReason: true } },
        },
        orderBy: { storeId: 'asc' },
      },
      developers: {
        select: { developerId: true, role: true, developer: { select: { name: true } } },
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

/** Adds a person. @returns false when another person has the email */
export async function personInsert(prisma: Prisma, person: NewPerson): Promise<boolean> {
  return (await prisma.acrossStores.person.createMany({ data: person, skipDuplicates: true })).count > 0;
}

const SET_PASSWORD = statement(
  'person-update-password',
  `update person set password_hash = $2 where id = $1 and ($3::text is null or password_hash = $3)
    returning id`,
);

/**
 * Sets the password of a person.
 * @param currentHash hash of the password to replace; without it, any
 * @returns false when the person has another password by now
 */
export async function personSetPassword(
  tx: Queryable,
  id: string,
  passwordHash: string,
  currentHash?: string,
): Promise<boolean> {
  return (await tx.rows(SET_PASSWORD, [id, passwordHash, currentHash ?? null])).length > 0;
}

/** Changes the name and language of an existing person; undefined fields stay. */
export async function personSetProfile(
  prisma: Prisma,
  id: string,
  profile: { name: string | undefined; language: Language | undefined },
): Promise<PersonRecord> {
  return recordOf(await prisma.acrossStores.person.update({ where: { id }, data: profile, select: COLUMNS }));
}
