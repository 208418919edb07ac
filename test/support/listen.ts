import { AckPolicy, DeliverPolicy, jetstreamManager, jetstream } from '@nats-io/jetstream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { eventsOf } from '@commerce/service-kit/testing/messages.ts';
import { until } from '@commerce/service-kit/testing/until.ts';
import { connectToNats } from './nats.ts';
import { platform } from './platform.ts';

const SERVICES = ['auth', 'catalog', 'pricing', 'inventory', 'orders', 'customers'];

/** Listener of all events that the services publish from now on. */
export interface Listener {
  events: Event[];
  /** Received events of a store, optionally of one type. */
  of(storeId: string, type?: string): Event[];
  /** Waits until `count` events match, and returns them. */
  until(count: number, fits: (event: Event) => boolean): Promise<Event[]>;
  close(): Promise<void>;
}

/** Starts listening; the services create their streams when they publish first or are ready. */
export async function listen(): Promise<Listener> {
  const connection = await connectToNats(platform().nats);
  const manager = await jetstreamManager(connection);
  const events: Event[] = [];
  for (const service of SERVICES) {
    const stream = `commerce-${service}`;
    while (!(await manager.streams.info(stream).catch(() => undefined))) await sleep(100);
    const { name } = await manager.consumers.add(stream, {
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.New,
      inactive_threshold: 60_000_000_000,
    });
    const consumer = await jetstream(connection).consumers.get(stream, name);
    const received = new Set<number>();
    await consumer.consume({
      callback({ seq, data }) {
        // A server that was killed may deliver again what it had delivered just before.
        if (received.has(seq)) return;
        received.add(seq);
        events.push(...eventsOf(data));
      },
    });
  }
  return {
    events,
    of: (storeId, type) =>
      events.filter((event) => event.storeId === storeId && (type === undefined || event.type === type)),
    until: (count, fits) =>
      until(
        () => {
          const found = events.filter(fits);
          return found.length >= count && found;
        },
        () => `${count} events; received ${events.filter(fits).length}`,
      ),
    close: () => connection.close(),
  };
}
