import type { AppFields, ReviewedFields } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { AppStatus } from '../domain/app-review.ts';
import type { AppRecord } from '../domain/app.ts';
import { likePattern } from './like-pattern.ts';
import type { Prisma } from './prisma.ts';

/** Selects AppRecords, over the app `a` and its developer `d`. */
const SELECT = `select a.id, a.developer_id as "developerId", d.name as "developerName", a.status, a.name, a.description,
      a.logo_url as "logoUrl", a.redirect_uris as "redirectUris", a.scopes, a.support_url as "supportUrl",
      a.support_email as "supportEmail", a.change, a.suspended_at as "suspendedAt",
      a.suspended_reason as "suspendedReason", d.suspended_at is not null as "developerSuspended",
      a.created_at as "createdAt", a.updated_at as "updatedAt",
      (select count(*)::int from installation i where i.app_id = a.id and i.state <> 'uninstalled') as installations,
      exists (select from app_review r where r.app_id = a.id and r.state = 'open') as "inReview"
    from app a join developer d on d.id = a.developer_id`;

const FIND: Statement = { name: 'app-find', text: `${SELECT} where a.id = $1` };
const FIND_OF_DEVELOPER: Statement = {
  name: 'app-find-of-developer',
  text: `${SELECT} where a.developer_id = $1 and a.id = $2`,
};

/** The app of any developer. */
export async function appFind(db: Queryable, id: string): Promise<AppRecord | undefined> {
  const [app] = await db.rows<AppRecord>(FIND, [id]);
  return app;
}

/** The app, if it belongs to the developer. */
export async function appFindOfDeveloper(
  db: Queryable,
  developerId: string,
  id: string,
): Promise<AppRecord | undefined> {
  const [app] = await db.rows<AppRecord>(FIND_OF_DEVELOPER, [developerId, id]);
  return app;
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

const LIST: Statement = {
  name: 'app-list',
  text: `${SELECT}
    where a.id < $1 and ($2::text is null or a.status = $2) and ($3::text is null or a.developer_id = $3)
      and ($4::text is null or a.name ilike $4 or a.id = $5)
    order by a.id desc limit $6`,
};
const LIST_OF_DEVELOPER: Statement = {
  name: 'app-list-of-developer',
  text: `${SELECT} where a.developer_id = $1 and a.id < $2 order by a.id desc limit $3`,
};

/** Apps of all developers, newest first. @param beforeId id of the last app of the previous page, or a value above all ids */
export function appList(
  db: Queryable,
  { status, developerId, search }: AppFilter,
  beforeId: string,
  limit: number,
): Promise<AppRecord[]> {
  const values = [beforeId, status ?? null, developerId ?? null, likePattern(search), search ?? null, limit];
  return db.rows(LIST, values);
}

/** Apps of a developer, newest first. @param beforeId id of the last app of the previous page, or a value above all ids */
export function appListOfDeveloper(
  db: Queryable,
  developerId: string,
  beforeId: string,
  limit: number,
): Promise<AppRecord[]> {
  return db.rows(LIST_OF_DEVELOPER, [developerId, beforeId, limit]);
}

const COUNT_OF_DEVELOPER: Statement = {
  name: 'app-count-of-developer',
  text: 'select count(*)::int as count from app where developer_id = $1',
};

/** Number of apps of a developer. */
export async function appCountOfDeveloper(tx: Queryable, developerId: string): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(COUNT_OF_DEVELOPER, [developerId]);
  return row!.count;
}

const LOCK: Statement = {
  name: 'app-lock',
  // NO KEY: rows that only refer to the app need not wait.
  text: 'select id from app where id = $1 for no key update',
};

/**
 * Locks the app until the commit, so that its changes and reviews happen one after the other. Read it and its reviews
 * afterwards, with another statement, which sees what was committed before.
 */
export async function appLock(tx: Queryable, id: string): Promise<void> {
  await tx.rows(LOCK, [id]);
}

const INSERT_DRAFT: Statement = {
  name: 'app-insert-draft',
  text: `insert into app (id, developer_id, status, created_at, updated_at,
      name, description, logo_url, redirect_uris, scopes, support_url, support_email)
    values ($1, $2, 'draft', $3, $3, $4, $5, nullif($6, ''), $7, $8, nullif($9, ''), nullif($10, ''))`,
};
const UPDATE: Statement = {
  name: 'app-update',
  text: `update app set name = $2, description = $3, logo_url = nullif($4, ''), redirect_uris = $5, scopes = $6,
      support_url = nullif($7, ''), support_email = nullif($8, ''), change = $9, updated_at = $10
    where id = $1`,
};
const SET_STATUS: Statement = {
  name: 'app-update-status',
  text: 'update app set status = $2, updated_at = $3 where id = $1',
};

const valuesOf = (fields: AppFields): unknown[] => {
  const { name, description, logoUrl, redirectUris, scopes, supportUrl, supportEmail } = fields;
  return [name, description, logoUrl, redirectUris, scopes, supportUrl, supportEmail];
};

/** Adds a draft without a client secret. @returns its id */
export async function appInsertDraft(
  tx: Queryable,
  developerId: string,
  fields: AppFields,
  at: Date,
): Promise<string> {
  const id = newId('app');
  await tx.rows(INSERT_DRAFT, [id, developerId, at, ...valuesOf(fields)]);
  return id;
}

/** Sets the fields of an app, and the change that waits for a review. */
export async function appUpdate(
  tx: Queryable,
  id: string,
  { fields, change }: { fields: AppFields; change: ReviewedFields | null },
  at: Date,
): Promise<void> {
  await tx.rows(UPDATE, [id, ...valuesOf(fields), change === null ? null : JSON.stringify(change), at]);
}

/** Sets the status of an app. */
export async function appSetStatus(tx: Queryable, id: string, status: AppStatus, at: Date): Promise<void> {
  await tx.rows(SET_STATUS, [id, status, at]);
}

const SET_SUSPENDED: Statement = {
  name: 'app-update-suspended',
  // An app that is suspended already keeps its first time and reason.
  text: `with changed as (
      update app set suspended_at = $2, suspended_reason = $3
      where id = $1 and (suspended_at is null) = ($2::timestamptz is not null) returning id)
    select exists (select from changed) as changed from app where id = $1`,
};

/**
 * Suspends (a time) or restores (null) an app.
 * @returns true when that changed anything; undefined when the app does not exist
 */
export async function appSetSuspended(
  tx: Queryable,
  id: string,
  suspendedAt: Date | null,
  reason: string,
): Promise<boolean | undefined> {
  const [row] = await tx.rows<{ changed: boolean }>(SET_SUSPENDED, [id, suspendedAt, reason]);
  return row?.changed;
}
