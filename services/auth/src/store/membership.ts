import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Role } from '../domain/role.ts';
import type { TeamMember } from '../domain/team.ts';
import type { Prisma } from './prisma.ts';
import { recordList } from './records.ts';

/** True when the person owns the store: only the owner can authorize apps (contract, section 5). */
export async function membershipIsOwner(prisma: Prisma, personId: string, storeId: string): Promise<boolean> {
  const where = { personId, role: 'owner' };
  return (await prisma.forStore(storeId).membership.count({ where })) > 0;
}

/** Maximum length of a team list. */
const MAX_LISTED = 200;

const LIST = storeStatement(
  'membership-list',
  `select m.person_id, p.name, p.email, m.role, m.created_at
    from membership m join person p on p.id = m.person_id
    where m.store_id = $1
    order by m.role = 'owner' desc, p.name, m.person_id limit ${MAX_LISTED}`,
);

/** The team of a store, owners first, then by name. */
export function membershipList(db: Queryable, storeId: string): Promise<TeamMember[]> {
  return recordList<TeamMember>(db, LIST, [storeId]);
}

/** A store of a person, with the app's installation there. */
export interface MembershipWithInstallation {
  storeId: string;
  storeName: string;
  role: Role;
  /** Null when the app is not installed there. */
  grantedScopes: string[] | null;
  /** Developer of a test store; null for a merchant's store. */
  developerId: string | null;
}

const LIST_WITH_INSTALLATION = statement(
  'membership-list-with-installation',
  `select m.store_id, s.name as store_name, m.role, i.scopes as granted_scopes, s.developer_id
    from membership m
    join store s on s.id = m.store_id
    left join installation i on i.store_id = s.id and i.app_id = $2 and i.state <> 'uninstalled'
    where m.person_id = $1
    order by s.name, s.id`,
);

/** The stores of a person, by name, with the app's installation in each. */
export function membershipListWithInstallation(
  db: Queryable,
  personId: string,
  appId: string,
): Promise<MembershipWithInstallation[]> {
  return recordList<MembershipWithInstallation>(db, LIST_WITH_INSTALLATION, [personId, appId]);
}

/** Adds a person to the team of a store; an existing member keeps the role. */
export async function membershipInsert(
  prisma: Prisma,
  membership: { storeId: string; personId: string; role: Role; createdAt: Date },
): Promise<void> {
  const { membership: memberships } = prisma.forStore(membership.storeId);
  await memberships.createMany({ data: membership, skipDuplicates: true });
}

/** Sets the role of a team member. */
export async function membershipSetRole(
  prisma: Prisma,
  storeId: string,
  personId: string,
  role: Role,
): Promise<void> {
  await prisma.forStore(storeId).membership.updateMany({ where: { personId }, data: { role } });
}

/** Removes a person from the team of a store. */
export async function membershipDelete(prisma: Prisma, storeId: string, personId: string): Promise<void> {
  await prisma.forStore(storeId).membership.deleteMany({ where: { personId } });
}
