import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement, type Statement } from '@commerce/service-kit/db/statement.ts';
import type { Role } from '../domain/role.ts';
import type { TeamMember } from '../domain/team.ts';

const IS_OWNER: Statement = {
  name: 'membership-find-owner',
  text: `select 1 from membership where person_id = $1 and store_id = $2 and role = 'owner'`,
};

/** True when the person owns the store: only the owner can authorize apps (contract, section 5). */
export async function membershipIsOwner(db: Queryable, personId: string, storeId: string): Promise<boolean> {
  return (await db.rows(IS_OWNER, [personId, storeId])).length > 0;
}

/** Maximum length of a team list. */
const MAX_LISTED = 200;

const LIST = storeStatement(
  'membership-list',
  `select m.person_id as "personId", p.name, p.email, m.role, m.created_at as "createdAt"
    from membership m join person p on p.id = m.person_id
    where m.store_id = $1
    order by m.role = 'owner' desc, p.name, m.person_id limit ${MAX_LISTED}`,
);

/** The team of a store, owners first, then by name. */
export function membershipList(db: Queryable, storeId: string): Promise<TeamMember[]> {
  return db.rows<TeamMember>(LIST, [storeId]);
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

const LIST_WITH_INSTALLATION: Statement = {
  name: 'membership-list-with-installation',
  text: `select s.id as "storeId", s.name as "storeName", m.role, i.scopes as "grantedScopes",
      s.developer_id as "developerId"
    from membership m
    join store s on s.id = m.store_id
    left join installation i on i.store_id = s.id and i.app_id = $2 and i.state <> 'uninstalled'
    where m.person_id = $1
    order by s.name, s.id`,
};

/** The stores of a person, by name, with the app's installation in each. */
export function membershipListWithInstallation(
  db: Queryable,
  personId: string,
  appId: string,
): Promise<MembershipWithInstallation[]> {
  return db.rows<MembershipWithInstallation>(LIST_WITH_INSTALLATION, [personId, appId]);
}

const INSERT: Statement = {
  name: 'membership-insert',
  text: `insert into membership (store_id, person_id, role, created_at) values ($1, $2, $3, $4) on conflict do nothing`,
};
const SET_ROLE = storeStatement(
  'membership-update-role',
  'update membership set role = $3 where store_id = $1 and person_id = $2',
);
const DELETE = storeStatement(
  'membership-delete',
  'delete from membership where store_id = $1 and person_id = $2',
);

/** Adds a person to the team of a store; an existing member keeps the role. */
export async function membershipInsert(
  tx: Queryable,
  membership: { storeId: string; personId: string; role: Role; createdAt: Date },
): Promise<void> {
  const { storeId, personId, role, createdAt } = membership;
  await tx.rows(INSERT, [storeId, personId, role, createdAt]);
}

/** Sets the role of a team member. */
export async function membershipSetRole(
  tx: Queryable,
  storeId: string,
  personId: string,
  role: Role,
): Promise<void> {
  await tx.rows(SET_ROLE, [storeId, personId, role]);
}

/** Removes a person from the team of a store. */
export async function membershipDelete(tx: Queryable, storeId: string, personId: string): Promise<void> {
  await tx.rows(DELETE, [storeId, personId]);
}
