import type { WithdrawReviewRequest, WithdrawReviewResponse } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { personOf } from '../apps/actor.ts';
import { holdOwnApp } from '../apps/own-app.ts';
import type { Deps } from '../deps.ts';
import { decideReview } from '../store/app-review-decide.ts';
import { setAppStatus } from '../store/app-set-status.ts';
import { insertAuditEntry } from '../store/audit-entry-insert.ts';

/** Takes the open review of an app back. */
export function withdrawReview({
  writer,
  clock,
}: Deps): Handler<WithdrawReviewRequest, WithdrawReviewResponse> {
  return (ctx, own) =>
    writer.change(ctx, async (unit) => {
      const { status } = await holdOwnApp(unit, own);
      const [at, by] = [new Date(clock.now()), personOf(ctx)];
      if (!(await decideReview(unit, own.appId, { state: 'withdrawn', by, at, reason: '' })))
        throw conflict('not_in_review', 'The app is not being reviewed.');
      if (status === 'in_review') await setAppStatus(unit, own.appId, 'draft', at);
      await insertAuditEntry(unit, { at, actorId: by, action: 'app.withdrawn', subjectId: own.appId });
      return {};
    });
}
