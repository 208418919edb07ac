import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Metadata } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extractTrace, injectTrace, inSpan, startTelemetry } from '../src/telemetry.ts';

let collector: Server;
const received: { path: string; body: Buffer }[] = [];

beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url!, body: Buffer.concat(chunks) });
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  collector.closeAllConnections();
  collector.close();
});

const traceOf = (value: unknown) => String(value).split('-')[1];

test('without an OTLP endpoint no spans are recorded and no trace headers are sent', async () => {
  const stop = await startTelemetry('quiet', {});
  const metadata = new Metadata();
  await inSpan({ name: 'a', kind: 'server' }, async () => injectTrace(metadata));
  await stop();
  expect(metadata.get('traceparent')).toEqual([]);
});

test('with an OTLP endpoint a call continues the trace of its caller and the spans of both are exported', async () => {
  const { port } = collector.address() as AddressInfo;
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${port}`;
  const stop = await startTelemetry('catalog', process.env);
  const metadata = new Metadata();
  await inSpan({ name: 'calling-side', kind: 'client' }, async () => injectTrace(metadata));
  const [header] = metadata.get('traceparent');
  const called = new Metadata();
  await inSpan({ name: 'called-side', kind: 'server', parent: extractTrace(metadata) }, async () =>
    injectTrace(called),
  );
  await stop();
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  expect(traceOf(header)).toMatch(/^[0-9a-f]{32}$/);
  expect(traceOf(called.get('traceparent')[0])).toBe(traceOf(header));
  const exported = Buffer.concat(
    received.filter(({ path }) => path === '/v1/traces').map(({ body }) => body),
  );
  for (const text of ['catalog', 'calling-side', 'called-side']) expect(exported.includes(text)).toBe(true);
});
