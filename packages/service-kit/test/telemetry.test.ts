import { Metadata } from '@grpc/grpc-js';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { notFound } from '../src/fault.ts';
import {
  continuedTraces,
  currentTraceparent,
  extractTrace,
  injectTrace,
  inSpan,
  startTelemetry,
} from '../src/telemetry.ts';
import { startOtlpCollector, type OtlpCollector } from '../src/testing/otlp-collector.ts';

let collector: OtlpCollector;
let stop: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  collector = await startOtlpCollector();
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.endpoint;
});
afterEach(async () => {
  await stop();
  collector.spans.length = 0;
});
afterAll(async () => {
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  await collector.close();
});

async function startTracing(sampleRatio: number): Promise<void> {
  stop = await startTelemetry(collector.endpoint, { name: 'catalog', release: '1.2.3', sampleRatio });
}

/** The traceparent of a new trace. */
const newTrace = (name: string) => inSpan({ name, kind: 'server' }, async () => currentTraceparent());

/** Metadata of a call made in a new trace. */
async function call(name: string): Promise<Metadata> {
  const metadata = new Metadata();
  await inSpan({ name, kind: 'client' }, async () => injectTrace(metadata));
  return metadata;
}

const idsOf = (traceparent: unknown) => String(traceparent).split('-').slice(1, 3);

test('without an OTLP endpoint no spans are recorded and no trace headers are sent', async () => {
  stop = await startTelemetry(undefined, { name: 'quiet', release: '1.2.3', sampleRatio: 1 });
  const metadata = new Metadata();
  const spans: unknown[] = [];
  await inSpan({ name: 'a', kind: 'server' }, async (span) => {
    spans.push(span);
    injectTrace(metadata);
  });
  expect(spans).toEqual([undefined]);
  expect(metadata.get('traceparent')).toEqual([]);
  const reads: string[] = [];
  expect(continuedTraces(() => (reads.push('read'), []))).toBeUndefined();
  expect(reads).toEqual([]);
});

test('a call continues the trace of its caller and the spans of both are exported', async () => {
  await startTracing(1);
  const metadata = await call('calling-side');
  const attributes = { 'rpc.system.name': 'grpc' };
  await inSpan(
    { name: 'called-side', kind: 'server', parent: extractTrace(metadata), attributes },
    async () => {},
  );
  await stop();
  const [caller, called] = collector.spans;
  expect([caller!.traceId, caller!.spanId]).toEqual(idsOf(metadata.get('traceparent')[0]));
  expect(caller).toMatchObject({ service: 'catalog', name: 'calling-side', kind: 'client', failed: false });
  const { traceId, spanId: parentSpanId } = caller!;
  expect(called).toMatchObject({ name: 'called-side', kind: 'server', traceId, parentSpanId, attributes });
});

test('the span of a failure has the code of the error', async () => {
  await startTracing(1);
  const refused = inSpan({ name: 'refused', kind: 'client' }, () => Promise.reject(notFound()));
  await expect(refused).rejects.toThrow('does not exist');
  await stop();
  expect(collector.spans).toMatchObject([{ failed: true, attributes: { 'error.type': 'not_found' } }]);
});

test('with a sample ratio of 0 nothing is exported, and called processes export nothing either', async () => {
  await startTracing(0);
  const called = new Metadata();
  const spans: unknown[] = [];
  const header = await inSpan({ name: 'request', kind: 'server' }, async (span) => {
    spans.push(span);
    await inSpan({ name: 'call', kind: 'client' }, async (inner) => {
      spans.push(inner);
      injectTrace(called);
    });
    return currentTraceparent();
  });
  await stop();
  expect(spans).toEqual([undefined, undefined]);
  expect(header).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  expect(called.get('traceparent')).toEqual([header]);

  await startTracing(1);
  const passedOn = await inSpan({ name: 'called', kind: 'server', parent: extractTrace(called) }, () =>
    inSpan({ name: 'statement', kind: 'client' }, async () => currentTraceparent()),
  );
  await stop();
  expect(passedOn).toBe(header);
  expect(collector.spans).toEqual([]);
});

test('a process records the traces of its callers, whatever its own ratio is', async () => {
  await startTracing(1);
  const metadata = await call('calling-side');
  await stop();
  await startTracing(0);
  await inSpan({ name: 'called-side', kind: 'server', parent: extractTrace(metadata) }, async () => {});
  await stop();
  expect(collector.spans.map(({ name }) => name)).toEqual(['calling-side', 'called-side']);
});

test('the span of a batch continues the first recorded trace and links the other recorded ones', async () => {
  await startTracing(0);
  const skipped = await newTrace('skipped');
  await stop();
  await startTracing(1);
  const [first, second, third] = [await newTrace('first'), await newTrace('second'), await newTrace('third')];
  const batch = [skipped, first, first, '', second, third, second];
  await inSpan({ name: 'batch', kind: 'consumer', ...continuedTraces(() => batch) }, async () => {});
  await inSpan({ name: 'skipped', kind: 'consumer', ...continuedTraces(() => [skipped]) }, async () => {});
  await stop();
  const [traceId, parentSpanId] = idsOf(first);
  const links = [second, third].map((each) => idsOf(each).join('-'));
  expect(collector.spans.at(-1)).toMatchObject({
    name: 'batch',
    kind: 'consumer',
    traceId,
    parentSpanId,
    links,
  });
});
