import type { RestoreAppRequest, RestoreAppResponse } from '@commerce/proto/commerce/auth/v1/platform.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../domain/actor.ts';
import { readReason } from '../domain/reason.ts';
import { appSetSuspended } from '../store/app.ts';
import { auditEntryInsert } from '../store/audit-entry.ts';

/** Ends an app's suspension; the tokens of its installations are valid again. */
export const restoreApp =
  ({ writer, clock }: Deps): Handler<RestoreAppRequest, RestoreAppResponse> =>
  (ctx, { appId, reason: given }) =>
    writer.change(ctx, async (unit) => {
      const reason = readReason(given);
      const at = new Date(clock.now());
      const changed = isId('app', appId) ? await appSetSuspended(unit, appId, null, '') : undefined;
      if (changed === undefined) throw notFound();
      const entry = { at, actorId: personOf(ctx), action: 'app.restored', subjectId: appId, reason } as const;
      if (changed) await auditEntryInsert(unit, entry);
      return {};
    });
