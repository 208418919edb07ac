import type {
  SubmitForReviewRequest,
  SubmitForReviewResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../domain/actor.ts';
import { submission, suspended } from '../domain/app-review.ts';
import { underReview } from '../domain/app.ts';
import { readReason } from '../domain/reason.ts';
import { toOwnReview } from '../domain/review.ts';
import { appReviewFind, appReviewInsert } from '../store/app-review.ts';
import { appSetStatus } from '../store/app.ts';
import { auditEntryInsert } from '../store/audit-entry.ts';
import { lockOwnApp } from '../use-cases/find-own-app.ts';

/** Submits an app, or the change of a published one, for review. */
export const submitForReview =
  ({ writer, prisma, clock }: Deps): Handler<SubmitForReviewRequest, SubmitForReviewResponse> =>
  (ctx, { webhookUrl, note: given, ...own }) =>
    writer.change(ctx, async (unit) => {
      const note = readReason(given, { field: 'note' });
      const app = await lockOwnApp(unit, own);
      const { kind, ...versions } = submission(underReview(app), webhookUrl);
      if (app.suspendedAt !== null || app.developerSuspended) throw suspended();
      const { appId } = own;
      const [at, submittedBy] = [new Date(clock.now()), personOf(ctx)];
      const id = await appReviewInsert(unit, { appId, kind, ...versions, note, submittedBy, at });
      if (kind === 'publication') await appSetStatus(prisma, appId, 'in_review', at);
      const entry = { at, actorId: submittedBy, action: 'app.submitted', subjectId: appId } as const;
      await auditEntryInsert(prisma, { ...entry, reason: note, details: { review: id, kind } });
      return { review: toOwnReview((await appReviewFind(unit, id))!) };
    });
