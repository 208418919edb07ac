import type {
  RestoreDeveloperRequest,
  RestoreDeveloperResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { personOf } from '../apps/actor.ts';
import type { Deps } from '../deps.ts';
import { readReason } from '../domain/reason.ts';
import { insertAuditEntry } from '../store/audit-entry-insert.ts';
import { setDeveloperSuspended } from '../store/developer-set-suspended.ts';

/** Ends a developer's suspension. */
export function restoreDeveloper({
  writer,
  clock,
}: Deps): Handler<RestoreDeveloperRequest, RestoreDeveloperResponse> {
  return (ctx, { developerId, reason: given }) =>
    writer.change(ctx, async (unit) => {
      const reason = readReason(given);
      const at = new Date(clock.now());
      const changed = isId('dev', developerId)
        ? await setDeveloperSuspended(unit, developerId, null, '')
        : undefined;
      if (changed === undefined) throw notFound();
      const entry = {
        at,
        actorId: personOf(ctx),
        action: 'developer.restored',
        subjectId: developerId,
        reason,
      } as const;
      if (changed) await insertAuditEntry(unit, entry);
      return {};
    });
}
