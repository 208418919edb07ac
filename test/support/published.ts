import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { eventsOf, messageOf } from '@commerce/service-kit/testing/messages.ts';
import { connectToNats } from './nats.ts';
import { platform } from './platform.ts';

const PAGE = 1_000;

/** Events that a service has published since a time, read from its stream. @param service its name */
export async function publishedSince(service: string, since: Date): Promise<Event[]> {
  const connection = await connectToNats(platform().nats);
  const stream = `commerce-${service}`;
  const manager = await jetstreamManager(connection);
  const { name, num_pending } = await manager.consumers.add(stream, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: since.toISOString(),
    inactive_threshold: 60_000_000_000,
  });
  const consumer = await jetstream(connection).consumers.get(stream, name);
  const events: Event[] = [];
  for (let read = 0; read < num_pending;)
    for await (const message of await consumer.fetch({ max_messages: PAGE, expires: 2_000 })) {
      read++;
      events.push(...eventsOf(message.data));
    }
  await connection.close();
  return events;
}

/** Publishes events like a service, all at once. */
export async function publish(service: string, events: readonly Event[]): Promise<void> {
  const connection = await connectToNats(platform().nats);
  const client = jetstream(connection);
  const subject = ({ type, storeId }: Event) => `commerce.${service}.${type}.${storeId}`;
  for (let from = 0; from < events.length; from += PAGE)
    await Promise.all(
      events
        .slice(from, from + PAGE)
        .map((event) =>
          client.publish(subject(event), messageOf(event), { msgID: event.id, timeout: 30_000 }),
        ),
    );
  await connection.close();
}
