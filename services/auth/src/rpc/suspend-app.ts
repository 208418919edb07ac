import type { SuspendAppRequest, SuspendAppResponse } from '@commerce/proto/commerce/auth/v1/platform.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../domain/actor.ts';
import { readReason } from '../domain/reason.ts';
import { appSetSuspended } from '../store/app.ts';
import { auditEntryInsert } from '../store/audit-entry.ts';

/** Suspends an app: its clients and tokens are refused from the response on. */
export const suspendApp =
  ({ writer, clock }: Deps): Handler<SuspendAppRequest, SuspendAppResponse> =>
  (ctx, { appId, reason: given }) =>
    writer.change(ctx, async (unit) => {
      const reason = readReason(given);
      const at = new Date(clock.now());
      const changed = isId('app', appId) ? await appSetSuspended(unit, appId, at, reason) : undefined;
      if (changed === undefined) throw notFound();
      const entry = {
        at,
        actorId: personOf(ctx),
        action: 'app.suspended',
        subjectId: appId,
        reason,
      } as const;
      if (changed) await auditEntryInsert(unit, entry);
      return {};
    });
