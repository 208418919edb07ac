import type { SuspendAppRequest, SuspendAppResponse } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { personOf } from '../apps/actor.ts';
import type { Deps } from '../deps.ts';
import { readReason } from '../domain/reason.ts';
import { insertAuditEntry } from '../store/audit-entry-insert.ts';
import { setAppSuspended } from '../store/app-set-suspended.ts';

/** Suspends an app: its clients and tokens are refused from the answer on. */
export function suspendApp({ writer, clock }: Deps): Handler<SuspendAppRequest, SuspendAppResponse> {
  return (ctx, { appId, reason: given }) =>
    writer.change(ctx, async (unit) => {
      const reason = readReason(given);
      const at = new Date(clock.now());
      const changed = isId('app', appId) ? await setAppSuspended(unit, appId, at, reason) : undefined;
      if (changed === undefined) throw notFound();
      const entry = {
        at,
        actorId: personOf(ctx),
        action: 'app.suspended',
        subjectId: appId,
        reason,
      } as const;
      if (changed) await insertAuditEntry(unit, entry);
      return {};
    });
}
