import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { systemActor, type Context } from '../context.ts';
import { toFault } from '../grpc/status.ts';
import type { Unit, Writer } from '../write/writer.ts';
import type { BatchSubscription, Subscription } from './subscription.ts';
import { inboxInsertMany } from './inbox.ts';

/** How long a handler may take before the event is delivered again. */
export const ACK_WAIT_MS = 30_000;
/** Most events of a store that are handled together. */
const MAX_BATCH = 64;

/** The handling of a subscription's events, whether they were just delivered or are replayed. */
export interface Work {
  /** The publishing service. */
  service: string;
  types: readonly string[];
  /** Most events that are handled at once. */
  limit: number;
  /**
   * Handles events of one store: the effects and the notes in the inbox are one transaction.
   * @param also runs in that transaction, whether or not the events were handled before
   */
  run(events: Event[], also?: (unit: Unit) => Promise<void>): Promise<void>;
}

/** The work of a subscription. */
export function workOf<P>(writer: Writer, subscription: Subscription | BatchSubscription<P>): Work {
  return 'handlers' in subscription ? singly(writer, subscription) : together(writer, subscription);
}

function singly(writer: Writer, subscription: Subscription): Work {
  const { service, handlers } = subscription;
  return {
    service,
    types: Object.keys(handlers),
    limit: 1,
    async run([event], also) {
      const ctx = contextOf(event!);
      if (!also && (await subscription.settle?.(event!))) return;
      await writer.change(ctx, async (unit) => {
        const claimed = await inboxInsertMany(unit, [event!.id]);
        if (claimed.size > 0) await handlers[event!.type]!(unit, event!, ctx);
        await also?.(unit);
      });
    },
  };
}

function together<P>(writer: Writer, subscription: BatchSubscription<P>): Work {
  const { service, types } = subscription;
  return {
    service,
    types,
    limit: MAX_BATCH,
    async run(events, also) {
      // They have several actors: what they cause together is the platform's doing.
      const ctx = { ...contextOf(events[0]!), actor: systemActor };
      const prepared = await subscription.prepare(events, ctx);
      await writer.change(ctx, async (unit) => {
        const claimed = await inboxInsertMany(
          unit,
          events.map(({ id }) => id),
        );
        // An event may be there twice: each copy after the first is one that was handled before.
        const fresh = events.filter(({ id }) => claimed.delete(id));
        if (fresh.length > 0) await subscription.handle(unit, fresh, prepared, ctx);
        await also?.(unit);
      });
      subscription.committed?.();
    },
  };
}

/** The context of what an event causes: its actor is the one who acts. */
function contextOf({ storeId, actor, requestId }: Event): Context {
  return { storeId, actor: actor ?? systemActor, requestId, deadlineMs: Date.now() + ACK_WAIT_MS };
}

/** Whether an error says that a database or a service is unavailable, so that waiting helps. */
export function isUnavailable(err: unknown): boolean {
  const { code } = toFault(err);
  return code === 'unavailable' || code === 'timeout';
}
