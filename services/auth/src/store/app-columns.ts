import {
  AppStatus,
  type App,
  type AppFields,
  type ReviewedFields,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { AppStatus as StatusName, AppUnderReview } from '../domain/app-review.ts';

/** An app as its developer and the staff see it. */
export interface AppRow {
  id: string;
  developer_id: string;
  developer_name: string;
  status: StatusName;
  name: string;
  description: string;
  logo_url: string | null;
  redirect_uris: string[];
  scopes: string[];
  support_url: string | null;
  support_email: string | null;
  change: ReviewedFields | null;
  suspended_at: Date | null;
  suspended_reason: string;
  developer_suspended: boolean;
  installations: number;
  in_review: boolean;
  created_at: Date;
  updated_at: Date;
}

/** What selects AppRows; `where` and the rest follow, over the app `a` and its developer `d`. */
export const SELECT_APPS = `select a.id, a.developer_id, d.name as developer_name, a.status, a.name, a.description, a.logo_url,
      a.redirect_uris, a.scopes, a.support_url, a.support_email, a.change, a.suspended_at, a.suspended_reason,
      d.suspended_at is not null as developer_suspended, a.created_at, a.updated_at,
      (select count(*)::int from installation i where i.app_id = a.id and i.state <> 'uninstalled') as installations,
      exists (select from app_review r where r.app_id = a.id and r.state = 'open') as in_review
    from app a join developer d on d.id = a.developer_id`;

const STATUSES: Record<StatusName, AppStatus> = {
  draft: AppStatus.DRAFT,
  in_review: AppStatus.IN_REVIEW,
  rejected: AppStatus.REJECTED,
  published: AppStatus.PUBLISHED,
};

/** The status as the database names it; undefined for one that there is not. */
export function statusName(status: AppStatus): StatusName | undefined {
  return (Object.keys(STATUSES) as StatusName[]).find((name) => STATUSES[name] === status);
}

/** What the rules look at. */
export function underReview(row: AppRow): AppUnderReview {
  return { status: row.status, fields: fieldsOf(row), change: row.change, inReview: row.in_review };
}

/** The app as it is told. */
export function toApp(row: AppRow): App {
  return {
    id: row.id,
    developerId: row.developer_id,
    developerName: row.developer_name,
    status: STATUSES[row.status],
    fields: fieldsOf(row),
    change: row.change ?? undefined,
    suspension:
      row.suspended_at === null
        ? undefined
        : { sinceMs: row.suspended_at.getTime(), reason: row.suspended_reason },
    developerSuspended: row.developer_suspended,
    installations: row.installations,
    inReview: row.in_review,
    createdAtMs: row.created_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
  };
}

/** What is in force. */
export const fieldsOf = (row: AppRow): AppFields => ({
  name: row.name,
  description: row.description,
  logoUrl: row.logo_url ?? '',
  redirectUris: row.redirect_uris,
  scopes: row.scopes,
  supportUrl: row.support_url ?? '',
  supportEmail: row.support_email ?? '',
});
