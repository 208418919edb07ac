import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { AppVersion } from '../domain/app-review.ts';
import { ABOVE_ALL } from '../domain/page.ts';
import type { ReviewRecord } from '../domain/review.ts';
import type { Prisma } from './prisma.ts';
import { recordFind, recordList } from './records.ts';

/** Selects ReviewRecords, over the review `r`, its app `a` and developer `d`. */
const SELECT = `select r.id, r.app_id, a.name as app_name, a.developer_id, d.name as developer_name, r.kind, r.state,
      r.previous, r.proposed, r.note, r.submitted_at, r.decided_at, r.reason, s.name as submitted_by_name, b.name as decided_by_name
    from app_review r
    join app a on a.id = r.app_id
    join developer d on d.id = a.developer_id
    left join person s on s.id = r.submitted_by
    left join person b on b.id = r.decided_by`;

const FIND = statement('app-review-find', `${SELECT} where r.id = $1`);
const LIST_OPEN = statement(
  'app-review-list-open',
  `${SELECT} where r.state = 'open' and r.id > $1 order by r.id limit $2`,
);
const LIST_DECIDED = statement(
  'app-review-list-decided',
  `${SELECT} where r.state <> 'open' and r.id < $1 order by r.id desc limit $2`,
);
const LIST_OF_APP = statement(
  'app-review-list-of-app',
  `${SELECT} where r.app_id = $1 and r.id < $2 order by r.id desc limit $3`,
);

export function appReviewFind(db: Queryable, id: string): Promise<ReviewRecord | undefined> {
  return recordFind<ReviewRecord>(db, FIND, [id]);
}

/** The open review of an app, otherwise its last one. */
export async function appReviewFindLast(db: Queryable, appId: string): Promise<ReviewRecord | undefined> {
  const [review] = await appReviewListOfApp(db, appId, ABOVE_ALL, 1);
  return review;
}

/** The reviews that wait for a decision, oldest first. @param afterId id of the last review of the previous page, or '' */
export function appReviewListOpen(db: Queryable, afterId: string, limit: number): Promise<ReviewRecord[]> {
  return recordList<ReviewRecord>(db, LIST_OPEN, [afterId, limit]);
}

/**
 * The reviews that are decided or withdrawn, newest first.
 * @param beforeId id of the last review of the previous page, or a value above all ids
 */
export function appReviewListDecided(
  db: Queryable,
  beforeId: string,
  limit: number,
): Promise<ReviewRecord[]> {
  return recordList<ReviewRecord>(db, LIST_DECIDED, [beforeId, limit]);
}

/** Reviews of an app, newest first. @param beforeId id of the last review of the previous page, or a value above all ids */
export function appReviewListOfApp(
  db: Queryable,
  appId: string,
  beforeId: string,
  limit: number,
): Promise<ReviewRecord[]> {
  return recordList<ReviewRecord>(db, LIST_OF_APP, [appId, beforeId, limit]);
}

/** A version to review. */
export interface NewReview {
  appId: string;
  kind: ReviewRecord['kind'];
  /** The version in force of a published app. */
  inForce: AppVersion | null;
  proposed: AppVersion;
  note: string;
  /** Null for the platform itself. */
  submittedBy: string | null;
  at: Date;
}

const INSERT = statement(
  'app-review-insert',
  `insert into app_review (id, app_id, kind, previous, proposed, note, submitted_by, submitted_at)
    values ($1, $2, $3,
      coalesce((select proposed from app_review
        where app_id = $2 and (state = 'approved' or ($3 = 'publication' and state = 'rejected'))
        order by id desc limit 1), $8),
      $4, $5, $6, $7)`,
);

/** Opens a review. @returns its id */
export async function appReviewInsert(tx: Queryable, review: NewReview): Promise<string> {
  const { appId, kind, inForce, proposed, note, submittedBy, at } = review;
  const id = newId('rev');
  const before = inForce === null ? null : JSON.stringify(inForce);
  await tx.rows(INSERT, [id, appId, kind, JSON.stringify(proposed), note, submittedBy, at, before]);
  return id;
}

/** Ends the open review of an app. @returns false when no review is open */
export async function appReviewDecide(
  prisma: Prisma,
  appId: string,
  decision: {
    state: Exclude<ReviewRecord['state'], 'open'>;
    decidedBy: string | null;
    decidedAt: Date;
    reason: string;
  },
): Promise<boolean> {
  const where = { appId, state: 'open' };
  return (await prisma.acrossStores.appReview.updateMany({ where, data: decision })).count > 0;
}
