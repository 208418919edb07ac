import type { Context } from '@commerce/service-kit/context.ts';
import { conflict, notFound } from '@commerce/service-kit/fault.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { enqueueMail } from '@commerce/service-kit/mail/outbox.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { APP_REVIEWED } from '../mails/kinds.ts';
import { findApp } from '../store/app-find.ts';
import { lockApp } from '../store/app-lock.ts';
import type { ReviewRow } from '../store/app-review-columns.ts';
import { decideReview } from '../store/app-review-decide.ts';
import { findReview } from '../store/app-review-find.ts';
import { setAppStatus } from '../store/app-set-status.ts';
import { updateApp } from '../store/app-update.ts';
import { listMembersOfDeveloper } from '../store/developer-member-list.ts';
import { insertAuditEntry } from '../store/audit-entry-insert.ts';
import { fieldsOf, type AppRow } from '../store/app-columns.ts';
import { personOf } from './actor.ts';
import { suspended } from './own-developer.ts';

/** A decision of the staff. */
export interface Decision {
  state: 'approved' | 'rejected';
  /** For the developer. */
  reason: string;
}

/**
 * Decides a review: an approved app is published, or its change put in force.
 * @returns the review as it is now
 * @throws Fault not_found; conflict `not_open`, `suspended`
 */
export async function decide(
  ctx: Context,
  unit: Unit,
  reviewId: string,
  { state, reason }: Decision,
  nowMs: number,
): Promise<ReviewRow> {
  const { app, review } = await holdOpenReview(unit, reviewId);
  if (state === 'approved' && (app.suspended_at !== null || app.developer_suspended)) throw suspended();
  const [at, by] = [new Date(nowMs), personOf(ctx)];
  await decideReview(unit, app.id, { state, by, at, reason });
  await takeEffect(unit, app, review.kind, state, at);
  const entry = { at, actorId: by, action: `app.${state}`, subjectId: app.id } as const;
  await insertAuditEntry(unit, { ...entry, reason, details: { review: reviewId, kind: review.kind } });
  await tellDeveloper(unit, app.developer_id, reviewId, nowMs);
  return (await findReview(unit, reviewId))!;
}

/** Leaves a mail to each of the developer's people, each of whom has a language of their own. */
async function tellDeveloper(
  unit: Unit,
  developerId: string,
  reviewId: string,
  nowMs: number,
): Promise<void> {
  for (const { person_id: recipient } of await listMembersOfDeveloper(unit, developerId))
    await enqueueMail(unit, { kind: APP_REVIEWED, recipient, facts: { reviewId }, createdAtMs: nowMs });
}

/** The review with its app, held until the commit. */
async function holdOpenReview(unit: Unit, reviewId: string): Promise<{ app: AppRow; review: ReviewRow }> {
  const found = isId('rev', reviewId) ? await findReview(unit, reviewId) : undefined;
  if (found === undefined) throw notFound();
  await lockApp(unit, found.app_id);
  // Read again under the lock: it may have been decided meanwhile.
  const review = (await findReview(unit, reviewId))!;
  if (review.state !== 'open') throw conflict('not_open', 'The review has been decided or withdrawn.');
  return { app: (await findApp(unit, review.app_id))!, review };
}

async function takeEffect(
  unit: Unit,
  app: AppRow,
  kind: ReviewRow['kind'],
  state: Decision['state'],
  at: Date,
): Promise<void> {
  if (kind === 'publication') {
    await setAppStatus(unit, app.id, state === 'approved' ? 'published' : 'rejected', at);
  } else if (state === 'approved' && app.change !== null) {
    // A rejected change stays with the app, for its developer to mend.
    await updateApp(unit, app.id, { fields: { ...fieldsOf(app), ...app.change }, change: null }, at);
  }
}
