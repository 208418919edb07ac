import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { DeveloperRecord } from '../domain/developer.ts';
import { likePattern } from './like-pattern.ts';
import type { Prisma } from './prisma.ts';
import { recordFind, recordList } from './records.ts';

export async function developerFind(prisma: Prisma, id: string): Promise<DeveloperRecord | null> {
  return prisma.acrossStores.developer.findFirst({ where: { id } });
}

/** The columns of a DeveloperRecord, of the developer `d`. */
const COLUMNS = 'd.id, d.name, d.created_at, d.suspended_at, d.suspended_reason';

const LOCK = statement(
  'developer-lock',
  `select ${COLUMNS} from developer d where d.id = $1 for no key update`,
);

/** The developer, locked until the commit: its apps and stores are counted and created one at a time. */
export function developerLock(tx: Queryable, id: string): Promise<DeveloperRecord | undefined> {
  return recordFind<DeveloperRecord>(tx, LOCK, [id]);
}

/** A developer with the number of its apps. */
export interface ListedDeveloper extends DeveloperRecord {
  apps: number;
  publishedApps: number;
}

const LIST = statement(
  'developer-list',
  `select ${COLUMNS}, n.apps, n.published_apps
    from developer d
    cross join lateral (
      select count(*)::int as apps, (count(*) filter (where a.status = 'published'))::int as published_apps
      from app a where a.developer_id = d.id) n
    where d.id < $1 and ($2::text is null or d.name ilike $2 or d.id = $3)
    order by d.id desc limit $4`,
);

/** Developers, newest first. @param beforeId id of the last developer of the previous page, or a value above all ids */
export function developerList(
  db: Queryable,
  search: string | undefined,
  beforeId: string,
  limit: number,
): Promise<ListedDeveloper[]> {
  return recordList<ListedDeveloper>(db, LIST, [beforeId, likePattern(search), search ?? null, limit]);
}

/** Adds a developer with its first member, an owner. */
export async function developerInsert(
  { acrossStores }: Prisma,
  developer: { id: string; name: string; createdAt: Date },
  personId: string,
): Promise<void> {
  const { id: developerId, createdAt } = developer;
  await acrossStores.developer.create({ data: developer });
  await acrossStores.developerMember.create({ data: { personId, developerId, role: 'owner', createdAt } });
}
