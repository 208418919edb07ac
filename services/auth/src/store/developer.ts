import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { DeveloperRecord } from '../domain/developer.ts';
import { likePattern } from './like-pattern.ts';

/** The columns of a DeveloperRecord, of the developer `d`. */
const COLUMNS = `d.id, d.name, d.created_at as "createdAt", d.suspended_at as "suspendedAt",
      d.suspended_reason as "suspendedReason"`;

const FIND: Statement = {
  name: 'developer-find',
  text: `select ${COLUMNS} from developer d where d.id = $1`,
};
const LOCK: Statement = { name: 'developer-lock', text: `${FIND.text} for no key update` };

export async function developerFind(db: Queryable, id: string): Promise<DeveloperRecord | undefined> {
  const [developer] = await db.rows<DeveloperRecord>(FIND, [id]);
  return developer;
}

/** The developer, locked until the commit: its apps and stores are counted and created one at a time. */
export async function developerLock(tx: Queryable, id: string): Promise<DeveloperRecord | undefined> {
  const [developer] = await tx.rows<DeveloperRecord>(LOCK, [id]);
  return developer;
}

/** A developer with the number of its apps. */
export interface ListedDeveloper extends DeveloperRecord {
  apps: number;
  publishedApps: number;
}

const LIST: Statement = {
  name: 'developer-list',
  text: `select ${COLUMNS}, n.apps, n.published_apps as "publishedApps"
    from developer d
    cross join lateral (
      select count(*)::int as apps, (count(*) filter (where a.status = 'published'))::int as published_apps
      from app a where a.developer_id = d.id) n
    where d.id < $1 and ($2::text is null or d.name ilike $2 or d.id = $3)
    order by d.id desc limit $4`,
};

/** Developers, newest first. @param beforeId id of the last developer of the previous page, or a value above all ids */
export function developerList(
  db: Queryable,
  search: string | undefined,
  beforeId: string,
  limit: number,
): Promise<ListedDeveloper[]> {
  return db.rows(LIST, [beforeId, likePattern(search), search ?? null, limit]);
}

const INSERT: Statement = {
  name: 'developer-insert',
  text: `with made as (insert into developer (id, name, created_at) values ($1, $2, $4))
    insert into developer_member (person_id, developer_id, created_at) values ($3, $1, $4)`,
};

/** Adds a developer with its first member. */
export async function developerInsert(
  tx: Queryable,
  developer: { id: string; name: string; personId: string; createdAt: Date },
): Promise<void> {
  const { id, name, personId, createdAt } = developer;
  await tx.rows(INSERT, [id, name, personId, createdAt]);
}

const SET_SUSPENDED: Statement = {
  name: 'developer-update-suspended',
  // A developer that is suspended already keeps its first time and reason.
  text: `with changed as (
      update developer set suspended_at = $2, suspended_reason = $3
      where id = $1 and (suspended_at is null) = ($2::timestamptz is not null) returning id)
    select exists (select from changed) as changed from developer where id = $1`,
};

/**
 * Suspends (a time) or restores (null) a developer.
 * @returns true when that changed anything; undefined when the developer does not exist
 */
export async function developerSetSuspended(
  tx: Queryable,
  id: string,
  suspendedAt: Date | null,
  reason: string,
): Promise<boolean | undefined> {
  const [row] = await tx.rows<{ changed: boolean }>(SET_SUSPENDED, [id, suspendedAt, reason]);
  return row?.changed;
}

/** A member of a developer account. */
export interface DeveloperMemberRecord {
  personId: string;
  name: string;
  email: string;
}

/** A member of the developer of an app; without a name and an email when the developer has no members. */
export interface AppContact {
  appName: string;
  name: string | null;
  email: string | null;
}

const MAX_MEMBERS = 50;

const LIST_MEMBERS: Statement = {
  name: 'developer-member-list',
  text: `select p.id as "personId", p.name, p.email
    from developer_member m join person p on p.id = m.person_id
    where m.developer_id = $1
    order by p.email limit ${MAX_MEMBERS}`,
};
const LIST_CONTACTS: Statement = {
  name: 'developer-member-list-of-app',
  text: `select a.name as "appName", p.name, p.email
    from app a
    left join developer_member m on m.developer_id = a.developer_id
    left join person p on p.id = m.person_id
    where a.id = $1
    order by p.email limit ${MAX_MEMBERS}`,
};

/** The members of a developer account, by email. */
export function developerMemberList(db: Queryable, developerId: string): Promise<DeveloperMemberRecord[]> {
  return db.rows(LIST_MEMBERS, [developerId]);
}

/** The members of an app's developer, by email; no row when the app does not exist. */
export function developerMemberListOfApp(db: Queryable, appId: string): Promise<AppContact[]> {
  return db.rows(LIST_CONTACTS, [appId]);
}
