import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Fault, notFound } from '@commerce/service-kit/fault.ts';
import { toFault } from '@commerce/service-kit/grpc/status.ts';
import { startTelemetry } from '@commerce/service-kit/telemetry.ts';
import { startOtlpCollector, type OtlpCollector } from '@commerce/service-kit/testing/otlp-collector.ts';
import { problemWriter } from '../../src/edge/problem-response.ts';
import { serve } from '../../src/edge/serve.ts';

const PATH = '/things/:thing';
let collector: OtlpCollector;
let stopTelemetry: () => Promise<void>;

beforeAll(async () => {
  collector = await startOtlpCollector();
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.endpoint;
  stopTelemetry = await startTelemetry(collector.endpoint, {
    name: 'gateway',
    release: '1.2.3',
    sampleRatio: 1,
  });
});
afterAll(async () => {
  await stopTelemetry();
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  await collector.close();
});

test('the span of a route has the status of the response, and only a server error fails it', async () => {
  const writeProblem = problemWriter('https://commerce.example.com/docs');
  const faults: Record<string, Fault> = {
    missing: notFound(),
    broken: new Fault('unavailable', 'The service is not available at the moment.'),
  };
  const app = express();
  const handle = serve(
    { method: 'GET', path: PATH },
    async ({ params }, res) => {
      const fault = faults[params['thing'] as string];
      if (fault) throw fault;
      res.status(204).end();
    },
    (res, error) => writeProblem(res, toFault(error)),
  );
  app.get(PATH, handle);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const thing of ['good', 'missing', 'broken'])
    await fetch(`http://127.0.0.1:${port}/things/${thing}?state=secret`);
  server.closeAllConnections();
  server.close();
  await collector.spanWhere(({ failed }) => failed, 'the failed request');
  const route = { 'http.request.method': 'GET', 'http.route': PATH };
  expect(collector.spans).toMatchObject([
    { kind: 'server', name: `GET ${PATH}`, failed: false },
    { failed: false },
    { failed: true },
  ]);
  expect(collector.spans.map(({ attributes }) => attributes)).toEqual([
    { ...route, 'http.response.status_code': 204 },
    { ...route, 'http.response.status_code': 404 },
    { ...route, 'http.response.status_code': 503, 'error.type': '503' },
  ]);
});
