import type {
  RestoreDeveloperRequest,
  RestoreDeveloperResponse,
} from '@commerce/proto/commerce/auth/v1/platform.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../domain/actor.ts';
import { readReason } from '../domain/reason.ts';
import { auditEntryInsert } from '../store/audit-entry.ts';
import { developerSetSuspended } from '../store/developer.ts';

/** Ends a developer's suspension. */
export const restoreDeveloper =
  ({ writer, clock }: Deps): Handler<RestoreDeveloperRequest, RestoreDeveloperResponse> =>
  (ctx, { developerId, reason: given }) =>
    writer.change(ctx, async (unit) => {
      const reason = readReason(given);
      const at = new Date(clock.now());
      const changed = isId('dev', developerId)
        ? await developerSetSuspended(unit, developerId, null, '')
        : undefined;
      if (changed === undefined) throw notFound();
      const entry = {
        at,
        actorId: personOf(ctx),
        action: 'developer.restored',
        subjectId: developerId,
        reason,
      } as const;
      if (changed) await auditEntryInsert(unit, entry);
      return {};
    });
