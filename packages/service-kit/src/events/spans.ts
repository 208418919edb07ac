import { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { continuedTraces, inSpan, type Span } from '../telemetry.ts';
import { streamOf } from './nats.ts';

/**
 * Publishes events in a span that continues their traces.
 * @param rows the encoded events
 */
export function inProducerSpan(
  service: string,
  rows: readonly { message: Buffer }[],
  publish: () => Promise<void>,
): Promise<void> {
  const traces = continuedTraces(() => rows.map(({ message }) => traceparentOf(message)));
  return inSpan({ name: `publish ${streamOf(service)}`, kind: 'producer', ...traces }, (span) => {
    span?.setAttributes(messaging('publish', 'send', service, rows.length));
    return publish();
  });
}

/** Handles events in a span that continues their traces. @param handle receives the span if it is recorded */
export function inConsumerSpan<T>(
  { consumer, source }: { consumer: string; source: string },
  events: readonly Event[],
  handle: (span?: Span) => Promise<T>,
): Promise<T> {
  const traces = continuedTraces(() => events.map(({ traceparent }) => traceparent));
  return inSpan({ name: `process ${events[0]!.type}`, kind: 'consumer', ...traces }, (span) => {
    span?.setAttributes(messaging('process', 'process', source, events.length));
    span?.setAttribute('messaging.consumer.group.name', consumer);
    if (events.length === 1) span?.setAttribute('messaging.message.id', events[0]!.id);
    return handle(span);
  });
}

const messaging = (name: string, type: string, service: string, count: number) => ({
  'messaging.system': 'nats',
  'messaging.destination.name': streamOf(service),
  'messaging.operation.name': name,
  'messaging.operation.type': type,
  'messaging.batch.message_count': count,
});

/** Empty for a message that is not an event. */
function traceparentOf(message: Buffer): string {
  try {
    return Event.decode(message).traceparent;
  } catch {
    return '';
  }
}
