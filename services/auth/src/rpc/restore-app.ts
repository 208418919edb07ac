import type { RestoreAppRequest, RestoreAppResponse } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { personOf } from '../apps/actor.ts';
import type { Deps } from '../deps.ts';
import { readReason } from '../domain/reason.ts';
import { insertAuditEntry } from '../store/audit-entry-insert.ts';
import { setAppSuspended } from '../store/app-set-suspended.ts';

/** Ends an app's suspension; its installations' tokens count again. */
export function restoreApp({ writer, clock }: Deps): Handler<RestoreAppRequest, RestoreAppResponse> {
  return (ctx, { appId, reason: given }) =>
    writer.change(ctx, async (unit) => {
      const reason = readReason(given);
      const at = new Date(clock.now());
      const changed = isId('app', appId) ? await setAppSuspended(unit, appId, null, '') : undefined;
      if (changed === undefined) throw notFound();
      const entry = { at, actorId: personOf(ctx), action: 'app.restored', subjectId: appId, reason } as const;
      if (changed) await insertAuditEntry(unit, entry);
      return {};
    });
}
