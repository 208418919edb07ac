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
  ({ writer, prisma, clock }: Deps): Handler<WithdrawReviewRequest, WithdrawReviewResponse> =>
  (ctx, own) =>
    writer.change(ctx, async (unit) => {
      const { status } = await lockOwnApp(unit, own);
      const [at, actorId] = [new Date(clock.now()), personOf(ctx)];
      const decision = { state: 'withdrawn', decidedBy: actorId, decidedAt: at, reason: '' } as const;
      if (!(await appReviewDecide(prisma, own.appId, decision)))
        throw conflict('not_in_review', 'The app is not being reviewed.');
      if (status === 'in_review') await appSetStatus(prisma, own.appId, 'draft', at);
      await auditEntryInsert(prisma, { at, actorId, action: 'app.withdrawn', subjectId: own.appId });
      return {};
    });
