import type { DeveloperRole } from '../domain/role.ts';
import type { TeamMember } from '../domain/team.ts';
import type { Prisma } from './prisma.ts';

/** Maximum length of a team list. */
const MAX_LISTED = 200;

/** The members of a developer account, owners first, then by name. */
export async function developerMemberList(prisma: Prisma, developerId: string): Promise<TeamMember[]> {
  const members = await prisma.acrossStores.developerMember.findMany({
    where: { developerId },
    select: { personId: true, role: true, createdAt: true, person: { select: { name: true, email: true } } },
    orderBy: [{ role: 'desc' }, { person: { name: 'asc' } }, { person: { email: 'asc' } }],
    take: MAX_LISTED,
  });
  return members.map(({ person, role, ...member }) => ({
    ...member,
    ...person,
    role: role as DeveloperRole,
  }));
}

/** A member to write to. */
export interface DeveloperContact {
  name: string;
  email: string;
  language: string;
}

/** Maximum number of contacts of a developer account. */
const MAX_CONTACTS = 50;

/** Contacts of a developer account, owners first. */
export async function developerContactList(prisma: Prisma, developerId: string): Promise<DeveloperContact[]> {
  const members = await prisma.acrossStores.developerMember.findMany({
    where: { developerId },
    select: { person: { select: { name: true, email: true, language: true } } },
    orderBy: [{ role: 'desc' }, { person: { name: 'asc' } }, { person: { email: 'asc' } }],
    take: MAX_CONTACTS,
  });
  return members.map(({ person }) => person);
}

/** Adds a person to a developer account, and to its test stores as an owner; an existing member keeps the role. */
export async function developerMemberInsert(
  { acrossStores }: Prisma,
  member: { developerId: string; personId: string; role: DeveloperRole; createdAt: Date },
): Promise<void> {
  const { developerId, personId, createdAt } = member;
  await acrossStores.developerMember.createMany({ data: member, skipDuplicates: true });
  const stores = await acrossStores.store.findMany({ where: { developerId }, select: { id: true } });
  const data = stores.map(({ id: storeId }) => ({ storeId, personId, role: 'owner', createdAt }));
  await acrossStores.membership.createMany({ data, skipDuplicates: true });
}

/** Sets the role of a member. */
export async function developerMemberSetRole(
  { acrossStores }: Prisma,
  developerId: string,
  personId: string,
  role: DeveloperRole,
): Promise<void> {
  await acrossStores.developerMember.updateMany({ where: { developerId, personId }, data: { role } });
}

/** Removes a person from a developer account and from its test stores. */
export async function developerMemberDelete(
  { acrossStores }: Prisma,
  developerId: string,
  personId: string,
): Promise<void> {
  await acrossStores.developerMember.deleteMany({ where: { developerId, personId } });
  await acrossStores.membership.deleteMany({ where: { personId, store: { developerId } } });
}
