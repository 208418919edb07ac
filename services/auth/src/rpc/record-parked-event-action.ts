import type {
  RecordParkedEventActionRequest,
  RecordParkedEventActionResponse,
} from '@commerce/proto/commerce/auth/v1/platform.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../domain/actor.ts';
import { readReason } from '../domain/reason.ts';
import { auditEntryInsert } from '../store/audit-entry.ts';

const ACTIONS = ['parked_event.discarded', 'parked_event.replayed', 'parked_events.replayed'] as const;

/** Records an action of the staff on parked events, which are in the databases of other services, in the audit log. */
export const recordParkedEventAction =
  ({
    writer,
    prisma,
    clock,
  }: Deps): Handler<RecordParkedEventActionRequest, RecordParkedEventActionResponse> =>
  (ctx, { action: given, subjectId, reason, details }) =>
    writer.change(ctx, async () => {
      const action = ACTIONS.find((known) => known === given);
      if (action === undefined) throw invalid('action', `Must be one of ${ACTIONS.join(', ')}.`);
      const at = new Date(clock.now());
      const actorId = personOf(ctx);
      await auditEntryInsert(prisma, { at, actorId, action, subjectId, reason: readReason(reason), details });
      return {};
    });
