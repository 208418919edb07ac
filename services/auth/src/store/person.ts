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

/** Sets the password of a person. */
export async function personSetPassword(prisma: Prisma, id: string, passwordHash: string): Promise<void> {
  await prisma.acrossStores.person.updateMany({ where: { id }, data: { passwordHash } });
}

/** Changes the name and language of an existing person; undefined fields stay. */
export async function personSetProfile(
  prisma: Prisma,
  id: string,
  profile: { name: string | undefined; language: Language | undefined },
): Promise<PersonRecord> {
  return recordOf(await prisma.acrossStores.person.update({ where: { id }, data: profile, select: COLUMNS }));
}
