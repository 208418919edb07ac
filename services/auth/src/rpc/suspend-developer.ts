import type {
  SuspendDeveloperRequest,
  SuspendDeveloperResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { personOf } from '../apps/actor.ts';
import type { Deps } from '../deps.ts';
import { readReason } from '../domain/reason.ts';
import { insertAuditEntry } from '../store/audit-entry-insert.ts';
import { setDeveloperSuspended } from '../store/developer-set-suspended.ts';

/** Suspends a developer: all of its apps are refused from the answer on. */
export function suspendDeveloper({
  writer,
  clock,
}: Deps): Handler<SuspendDeveloperRequest, SuspendDeveloperResponse> {
  return (ctx, { developerId, reason: given }) =>
    writer.change(ctx, async (unit) => {
      const reason = readReason(given);
      const at = new Date(clock.now());
      const changed = isId('dev', developerId)
        ? await setDeveloperSuspended(unit, developerId, at, reason)
        : undefined;
      if (changed === undefined) throw notFound();
      const entry = {
        at,
        actorId: personOf(ctx),
        action: 'developer.suspended',
        subjectId: developerId,
        reason,
      } as const;
      if (changed) await insertAuditEntry(unit, entry);
      return {};
    });
}
