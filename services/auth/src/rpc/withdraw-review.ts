import type { WithdrawReviewRequest, WithdrawReviewResponse } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../domain/actor.ts';
import { appReviewDecide } from '../store/app-review.ts';
import { appSetStatus } from '../store/app.ts';
import { auditEntryInsert } from '../store/audit-entry.ts';
import { lockOwnApp } from '../use-cases/find-own-app.ts';

/** Withdraws the open review of an app. */
export const withdrawReview =
  ({ writer, clock }: Deps): Handler<WithdrawReviewRequest, WithdrawReviewResponse> =>
  (ctx, own) =>
    writer.change(ctx, async (unit) => {
      const { status } = await lockOwnApp(unit, own);
      const [at, by] = [new Date(clock.now()), personOf(ctx)];
      if (!(await appReviewDecide(unit, own.appId, { state: 'withdrawn', by, at, reason: '' })))
        throw conflict('not_in_review', 'The app is not being reviewed.');
      if (status === 'in_review') await appSetStatus(unit, own.appId, 'draft', at);
      await auditEntryInsert(unit, { at, actorId: by, action: 'app.withdrawn', subjectId: own.appId });
      return {};
    });
