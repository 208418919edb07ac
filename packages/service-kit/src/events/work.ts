import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { systemActor, type Context } from '../context.ts';
import { deadlineIn } from '../deadline.ts';
import { toFault } from '../grpc/status.ts';
import type { Unit } from '../write/unit.ts';
import type { Writer } from '../write/writer.ts';
import type { BatchSubscription, Subscription } from './subscription.ts';
import { inboxInsertMany } from './inbox.ts';

/** Time that a handler may take before the event is redelivered. */
export const ACK_WAIT_MS = 30_000;
/** Maximum events of a store per batch. */
const MAX_BATCH = 64;

/** Handling of a subscription's events, used for deliveries and replays. */
export interface Work {
  /** The publishing service. */
  service: string;
  types: readonly string[];
  /** Maximum events per run. */
  limit: number;
  /**
   * Handles events of one store; effects and inbox records are one transaction.
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
        const claimed = await inboxInsertMany(unit, event!.storeId, [event!.id]);
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
      // A batch may contain an event twice.
      const distinct = [...new Map(events.map((event) => [event.id, event])).values()];
      // The events have several actors, so the platform acts for the batch.
      const ctx = { ...contextOf(events[0]!), actor: systemActor };
      const prepared = await subscription.prepare(distinct, ctx);
      if (also || !(await subscription.settle?.(distinct, prepared)))
        await writer.change(ctx, async (unit) => {
          const ids = distinct.map(({ id }) => id);
          const claimed = await inboxInsertMany(unit, ctx.storeId, ids);
          const fresh = distinct.filter(({ id }) => claimed.has(id));
          if (fresh.length > 0) await subscription.handle(unit, fresh, prepared, ctx);
          await also?.(unit);
        });
      subscription.committed?.();
    },
  };
}

/** Context of the effects of an event, with the event's actor. */
function contextOf({ storeId, actor, requestId }: Event): Context {
  return { storeId, actor: actor ?? systemActor, requestId, deadlineMs: deadlineIn(ACK_WAIT_MS) };
}

/** Reports whether the error means that a database or a service is unavailable, so that a retry can succeed. */
export function isUnavailable(err: unknown): boolean {
  const { code } = toFault(err);
  return code === 'unavailable' || code === 'timeout';
}
