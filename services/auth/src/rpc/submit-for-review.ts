import type {
  SubmitForReviewRequest,
  SubmitForReviewResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { personOf } from '../apps/actor.ts';
import { holdOwnApp } from '../apps/own-app.ts';
import { suspended } from '../apps/own-developer.ts';
import type { Deps } from '../deps.ts';
import { submission } from '../domain/app-review.ts';
import { readReason } from '../domain/reason.ts';
import { underReview } from '../store/app-columns.ts';
import { toOwnReview } from '../store/app-review-columns.ts';
import { findReview } from '../store/app-review-find.ts';
import { insertReview } from '../store/app-review-insert.ts';
import { setAppStatus } from '../store/app-set-status.ts';
import { insertAuditEntry } from '../store/audit-entry-insert.ts';

/** Asks for the review of an app, or of the change of a published one. */
export function submitForReview({
  writer,
  clock,
}: Deps): Handler<SubmitForReviewRequest, SubmitForReviewResponse> {
  return (ctx, { webhookUrl, note: given, ...own }) =>
    writer.change(ctx, async (unit) => {
      const note = readReason(given, { field: 'note' });
      const row = await holdOwnApp(unit, own);
      const { kind, ...versions } = submission(underReview(row), webhookUrl);
      if (row.suspended_at !== null || row.developer_suspended) throw suspended();
      const { appId } = own;
      const [at, submittedBy] = [new Date(clock.now()), personOf(ctx)];
      const id = await insertReview(unit, { appId, kind, ...versions, note, submittedBy, at });
      if (kind === 'publication') await setAppStatus(unit, appId, 'in_review', at);
      const entry = { at, actorId: submittedBy, action: 'app.submitted', subjectId: appId } as const;
      await insertAuditEntry(unit, { ...entry, reason: note, details: { review: id, kind } });
      return { review: toOwnReview((await findReview(unit, id))!) };
    });
}
