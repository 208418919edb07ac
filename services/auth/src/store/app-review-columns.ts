import { ReviewKind, ReviewState, type Review } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { changesBetween, valuesOf, type AppVersion } from '../domain/app-review.ts';

/** A submitted version of an app. */
export interface ReviewRow {
  id: string;
  app_id: string;
  app_name: string;
  developer_id: string;
  developer_name: string;
  kind: 'publication' | 'change';
  state: 'open' | 'approved' | 'rejected' | 'withdrawn';
  previous: AppVersion | null;
  proposed: AppVersion;
  note: string;
  submitted_at: Date;
  decided_at: Date | null;
  reason: string;
  submitted_by_name: string | null;
  decided_by_name: string | null;
}

/** What selects ReviewRows; `where` and the rest follow, over the review `r`, its app `a` and developer `d`. */
export const SELECT_REVIEWS = `select r.id, r.app_id, a.name as app_name, a.developer_id, d.name as developer_name, r.kind, r.state,
      r.previous, r.proposed, r.note, r.submitted_at, r.decided_at, r.reason,
      s.name as submitted_by_name, b.name as decided_by_name
    from app_review r
    join app a on a.id = r.app_id
    join developer d on d.id = a.developer_id
    left join person s on s.id = r.submitted_by
    left join person b on b.id = r.decided_by`;

const KINDS = { publication: ReviewKind.PUBLICATION, change: ReviewKind.CHANGE };
const STATES = {
  open: ReviewState.OPEN,
  approved: ReviewState.APPROVED,
  rejected: ReviewState.REJECTED,
  withdrawn: ReviewState.WITHDRAWN,
};

/** The review as the staff is told. */
export const toReview = (row: ReviewRow): Review => ({
  id: row.id,
  appId: row.app_id,
  appName: row.app_name,
  developerId: row.developer_id,
  developerName: row.developer_name,
  kind: KINDS[row.kind],
  state: STATES[row.state],
  note: row.note,
  submittedAtMs: row.submitted_at.getTime(),
  decidedAtMs: row.decided_at?.getTime(),
  reason: row.reason,
  submittedByName: row.submitted_by_name ?? '',
  decidedByName: row.decided_by_name ?? '',
  changes: changesBetween(row.previous, row.proposed),
  proposed: valuesOf(row.proposed),
});

/** The review as the developer is told: who of the staff decided is not theirs to know. */
export const toOwnReview = (row: ReviewRow): Review => ({ ...toReview(row), decidedByName: '' });

/** The review in a list of many: without what it would change. */
export const toListedReview = (row: ReviewRow): Review => ({ ...toReview(row), changes: [], proposed: [] });
