import type { AppFields, ReviewedFields } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { AppStatus } from '../domain/app-review.ts';
import type { AppRecord } from '../domain/app.ts';
import { Prisma as PrismaValue } from '../generated/prisma/client.ts';
import { likePattern } from './like-pattern.ts';
import type { Prisma } from './prisma.ts';
import { recordFind, recordList } from './records.ts';

/** Selects AppRecords, over the app `a` and its developer `d`. */
const SELECT = `select a.id, a.developer_id, d.name as developer_name, a.status, a.name, a.description, a.logo_url,
      a.redirect_uris, a.scopes, a.support_url, a.support_email, a.install_url, a.change, a.suspended_at, a.suspended_reason,
      d.suspended_at is not null as developer_suspended, a.created_at, a.updated_at,
      (select count(*)::int from installation i where i.app_id = a.id and i.state <> 'uninstalled') as installations,
      exists (select from app_review r where r.app_id = a.id and r.state = 'open') as in_review
    from app a join developer d on d.id = a.developer_id`;

const FIND = statement('app-find', `${SELECT} where a.id = $1`);
const FIND_OF_DEVELOPER = statement(
  'app-find-of-developer',
  `${SELECT} where a.developer_id = $1 and a.id = $2`,
);

/** The app of any developer. */
export function appFind(db: Queryable, id: string): Promise<AppRecord | undefined> {
  return recordFind<AppRecord>(db, FIND, [id]);
}

/** The app, if it belongs to the developer. */
export function appFindOfDeveloper(
  db: Queryable,
  developerId: string,
  id: string,
): Promise<AppRecord | undefined> {
  return recordFind<AppRecord>(db, FIND_OF_DEVELOPER, [developerId, id]);
}

/** The name of an app, and the developer that it belongs to. */
export async function appFindOwner(prisma: Prisma, id: string) {
  return prisma.acrossStores.app.findFirst({ where: { id }, select: { name: true, developerId: true } });
}

/** The app and its developer's name, unless one of the two is suspended. */
export async function appFindAuthorizing(prisma: Prisma, id: string) {
  return prisma.acrossStores.app.findFirst({
    where: { id, suspendedAt: null, developer: { suspendedAt: null } },
    select: {
      id: true,
      name: true,
      logoUrl: true,
      redirectUris: true,
      scopes: true,
      developer: { select: { name: true } },
    },
  });
}

/** Filter of a list of apps. */
export interface AppFilter {
  status: AppStatus | undefined;
  developerId: string | undefined;
  /** Part of the name, or the id. */
  search: string | undefined;
}

const LIST = statement(
  'app-list',
  `${SELECT}
    where a.id < $1 and ($2::text is null or a.status = $2) and ($3::text is null or a.developer_id = $3)
      and ($4::text is null or a.name ilike $4 or a.id = $5)
    order by a.id desc limit $6`,
);
const LIST_OF_DEVELOPER = statement(
  'app-list-of-developer',
  `${SELECT} where a.developer_id = $1 and a.id < $2 order by a.id desc limit $3`,
);

/** Apps of all developers, newest first. @param beforeId id of the last app of the previous page, or a value above all ids */
export function appList(
  db: Queryable,
  { status, developerId, search }: AppFilter,
  beforeId: string,
  limit: number,
): Promise<AppRecord[]> {
  const values = [beforeId, status ?? null, developerId ?? null, likePattern(search), search ?? null, limit];
  return recordList<AppRecord>(db, LIST, values);
}

/** Apps of a developer, newest first. @param beforeId id of the last app of the previous page, or a value above all ids */
export function appListOfDeveloper(
  db: Queryable,
  developerId: string,
  beforeId: string,
  limit: number,
): Promise<AppRecord[]> {
  return recordList<AppRecord>(db, LIST_OF_DEVELOPER, [developerId, beforeId, limit]);
}

/** Number of apps of a developer. */
export async function appCountOfDeveloper(prisma: Prisma, developerId: string): Promise<number> {
  return prisma.acrossStores.app.count({ where: { developerId } });
}

const LOCK = statement('app-lock', 'select id from app where id = $1 for no key update');

/**
 * Locks the app until the commit, so that its changes and reviews happen one after the other. Read it and its reviews
 * afterwards, with another statement, which sees what was committed before.
 */
export async function appLock(tx: Queryable, id: string): Promise<void> {
  await tx.rows(LOCK, [id]);
}

/** The columns of the fields of an app. */
const columnsOf = (fields: AppFields) => ({
  ...fields,
  logoUrl: fields.logoUrl || null,
  supportUrl: fields.supportUrl || null,
  supportEmail: fields.supportEmail || null,
  installUrl: fields.installUrl || null,
});

/** Adds a draft without a client secret. @returns its id */
export async function appInsertDraft(
  prisma: Prisma,
  developerId: string,
  fields: AppFields,
  at: Date,
): Promise<string> {
  const id = newId('app');
  const data = { id, developerId, ...columnsOf(fields), createdAt: at, updatedAt: at };
  await prisma.acrossStores.app.create({ data });
  return id;
}

/** Sets the fields of an app, and the change that waits for a review. */
export async function appUpdate(
  prisma: Prisma,
  id: string,
  { fields, change }: { fields: AppFields; change: ReviewedFields | null },
  updatedAt: Date,
): Promise<void> {
  const data = {
    ...columnsOf(fields),
    change: change === null ? PrismaValue.DbNull : { ...change },
    updatedAt,
  };
  await prisma.acrossStores.app.updateMany({ where: { id }, data });
}

/** Sets the status of an app. */
export async function appSetStatus(
  prisma: Prisma,
  id: string,
  status: AppStatus,
  updatedAt: Date,
): Promise<void> {
  await prisma.acrossStores.app.updateMany({ where: { id }, data: { status, updatedAt } });
}
