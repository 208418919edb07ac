import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { AppVersion } from '../domain/app-review.ts';

/** A version to review. */
export interface NewReview {
  appId: string;
  kind: 'publication' | 'change';
  /** What is in force, when it is a published app's. */
  inForce: AppVersion | null;
  proposed: AppVersion;
  note: string;
  /** Null for the platform itself. */
  submittedBy: string | null;
  at: Date;
}

const STATEMENT: Statement = {
  name: 'app-review-insert',
  // What it is compared with: for a change what was approved last, else what was looked at last. An app that was published before there
  // were reviews is compared with what is in force.
  text: `insert into app_review (id, app_id, kind, previous, proposed, note, submitted_by, submitted_at)
    values ($1, $2, $3,
      coalesce((select proposed from app_review
        where app_id = $2 and (state = 'approved' or ($3 = 'publication' and state = 'rejected'))
        order by id desc limit 1), $8),
      $4, $5, $6, $7)`,
};

/** Opens a review. @returns its id */
export async function insertReview(tx: Queryable, review: NewReview): Promise<string> {
  const { appId, kind, inForce, proposed, note, submittedBy, at } = review;
  const id = newId('rev');
  const before = inForce === null ? null : JSON.stringify(inForce);
  await tx.rows(STATEMENT, [id, appId, kind, JSON.stringify(proposed), note, submittedBy, at, before]);
  return id;
}
