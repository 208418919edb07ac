import type { Context } from '@commerce/service-kit/context.ts';
import { conflict, notFound } from '@commerce/service-kit/fault.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { enqueueMail } from '@commerce/service-kit/mail/outbox.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../domain/actor.ts';
import { suspended } from '../domain/app-review.ts';
import { appFieldsOf, type AppRecord } from '../domain/app.ts';
import { APP_REVIEWED } from '../domain/mails/kinds.ts';
import type { ReviewRecord } from '../domain/review.ts';
import { appReviewDecide, appReviewFind } from '../store/app-review.ts';
import { appFind, appLock, appSetStatus, appUpdate } from '../store/app.ts';
import { auditEntryInsert } from '../store/audit-entry.ts';
import { developerMemberList } from '../store/developer-member.ts';
import type { Prisma } from '../store/prisma.ts';

/** A decision of the staff. */
export interface Decision {
  state: 'approved' | 'rejected';
  /** Shown to the developer. */
  reason: string;
}

/**
 * Decides a review: an approval publishes the app, or puts its change in force.
 * @returns the review after the decision
 * @throws Fault `not_found`; conflict `not_open`, `suspended`
 */
export async function decideReview(
  { prisma, clock }: Deps,
  ctx: Context,
  unit: Unit,
  reviewId: string,
  { state, reason }: Decision,
): Promise<ReviewRecord> {
  const { app, review } = await lockOpenReview(unit, reviewId);
  if (state === 'approved' && (app.suspendedAt !== null || app.developerSuspended)) throw suspended();
  const [at, actorId] = [new Date(clock.now()), personOf(ctx)];
  await appReviewDecide(prisma, app.id, { state, decidedBy: actorId, decidedAt: at, reason });
  await applyDecision(prisma, app, review.kind, state, at);
  const entry = { at, actorId, action: `app.${state}`, subjectId: app.id } as const;
  await auditEntryInsert(prisma, { ...entry, reason, details: { review: reviewId, kind: review.kind } });
  // A mail to each member, because each has their own language.
  for (const { personId: recipient } of await developerMemberList(prisma, app.developerId))
    await enqueueMail(unit, {
      kind: APP_REVIEWED,
      recipient,
      facts: { reviewId },
      createdAtMs: at.getTime(),
    });
  return (await appReviewFind(unit, reviewId))!;
}

/** The review with its app, locked until the commit. */
async function lockOpenReview(
  unit: Unit,
  reviewId: string,
): Promise<{ app: AppRecord; review: ReviewRecord }> {
  const found = isId('rev', reviewId) ? await appReviewFind(unit, reviewId) : undefined;
  if (found === undefined) throw notFound();
  await appLock(unit, found.appId);
  // Read again under the lock: a concurrent call may have decided it.
  const review = (await appReviewFind(unit, reviewId))!;
  if (review.state !== 'open') throw conflict('not_open', 'The review has been decided or withdrawn.');
  return { app: (await appFind(unit, review.appId))!, review };
}

async function applyDecision(
  prisma: Prisma,
  app: AppRecord,
  kind: ReviewRecord['kind'],
  state: Decision['state'],
  at: Date,
): Promise<void> {
  if (kind === 'publication') {
    await appSetStatus(prisma, app.id, state === 'approved' ? 'published' : 'rejected', at);
  } else if (state === 'approved' && app.change !== null) {
    // A rejected change stays with the app, for its developer to fix.
    await appUpdate(prisma, app.id, { fields: { ...appFieldsOf(app), ...app.change }, change: null }, at);
  }
}
