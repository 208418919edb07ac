import type {
  RecordParkedEventActionRequest,
  RecordParkedEventActionResponse,
} from '@commerce/proto/commerce/auth/v1/desk.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { personOf } from '../apps/actor.ts';
import type { Deps } from '../deps.ts';
import { readReason } from '../domain/reason.ts';
import { insertAuditEntry } from '../store/audit-entry-insert.ts';

const ACTIONS = ['parked_event.discarded', 'parked_event.replayed', 'parked_events.replayed'] as const;

/** Records in the audit log what the staff does to parked events, which are in the databases of other services. */
export function recordParkedEventAction({
  writer,
  clock,
}: Deps): Handler<RecordParkedEventActionRequest, RecordParkedEventActionResponse> {
  return (ctx, { action: given, subjectId, reason, details }) =>
    writer.change(ctx, async (unit) => {
      const action = ACTIONS.find((known) => known === given);
      if (action === undefined) throw invalid('action', `Must be one of ${ACTIONS.join(', ')}.`);
      const at = new Date(clock.now());
      const actorId = personOf(ctx);
      await insertAuditEntry(unit, { at, actorId, action, subjectId, reason: readReason(reason), details });
      return {};
    });
}
