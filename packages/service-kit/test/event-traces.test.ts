import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { partitionNumbers } from '../src/events/partitions.ts';
import { currentTraceparent, inSpan, startTelemetry } from '../src/telemetry.ts';
import { startOtlpCollector, type OtlpCollector } from '../src/testing/otlp-collector.ts';
import { until } from '../src/testing/until.ts';
import { TestMessaging } from './support/messaging.ts';

let collector: OtlpCollector;
let messaging: TestMessaging;
let stopTelemetry: () => Promise<void>;

beforeAll(async () => {
  collector = await startOtlpCollector();
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.endpoint;
  stopTelemetry = await startTelemetry(collector.endpoint, { name: 'kit', release: '1.2.3', sampleRatio: 1 });
  messaging = await TestMessaging.start();
});
afterAll(async () => {
  await messaging.stop();
  await stopTelemetry();
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  await collector.close();
});

/** Parent and links of the span of events that were written in one trace each. */
function continuedBy(events: Event[]): { traceId: string; parentSpanId: string; links: string[] } {
  const spans = events.map(({ traceparent }) => traceparent.split('-').slice(1, 3).join('-'));
  const [traceId, parentSpanId] = spans[0]!.split('-') as [string, string];
  return { traceId, parentSpanId, links: spans.slice(1) };
}

test('a published and a handled batch continue the trace of the first event and link the others', async () => {
  const publisher = await messaging.publisher('counters');
  for (let write = 0; write < 5; write++)
    await inSpan({ name: 'write', kind: 'server' }, () => publisher.change('sto_1'));
  const batches: { events: Event[]; traceId: string | undefined }[] = [];
  const { consumer } = await messaging.consumer(
    'listener',
    {
      service: 'counters',
      types: ['counter.changed'],
      prepare: async () => undefined,
      handle: async (_unit, events) => {
        batches.push({ events: [...events], traceId: currentTraceparent().split('-')[1] });
      },
    },
    { from: 'counters' },
  );
  publisher.relay.start();
  await until(async () => (await publisher.relay.lag()).waiting === 0, 'the publication');
  void consumer.assign(partitionNumbers);
  const handled = () => batches.flatMap(({ events }) => events);
  await until(() => handled().length === 5, 'the events');

  const writes = await Promise.all(
    handled().map(({ traceparent }) =>
      collector.spanWhere(
        ({ name, traceId }) => name === 'write' && traceId === traceparent.split('-')[1],
        'the write',
      ),
    ),
  );
  expect(new Set(writes).size).toBe(5);
  const published = await collector.spanWhere(({ kind }) => kind === 'producer', 'the publication');
  expect(published).toMatchObject({
    ...continuedBy(handled()),
    name: 'publish commerce-counters',
    failed: false,
  });
  expect(published.attributes).toEqual({
    'messaging.system': 'nats',
    'messaging.destination.name': 'commerce-counters',
    'messaging.operation.name': 'publish',
    'messaging.operation.type': 'send',
    'messaging.batch.message_count': 5,
  });
  // The first event is handled as soon as it arrives, and those that arrive after it are handled together.
  const { events, traceId } = batches.find((batch) => batch.events.length > 1)!;
  const consumed = await collector.spanWhere(
    (span) => span.kind === 'consumer' && span.traceId === events[0]!.traceparent.split('-')[1],
    'the handling of the batch',
  );
  expect(consumed).toMatchObject({ ...continuedBy(events), name: 'process counter.changed' });
  expect(consumed.attributes).toEqual({
    'messaging.system': 'nats',
    'messaging.destination.name': 'commerce-counters',
    'messaging.operation.name': 'process',
    'messaging.operation.type': 'process',
    'messaging.batch.message_count': events.length,
    'messaging.consumer.group.name': 'listener',
  });
  // What the handler does belongs to its span.
  expect(traceId).toBe(consumed.traceId);
});
