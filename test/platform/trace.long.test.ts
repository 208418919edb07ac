import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callGraph } from '@commerce/deploy/charts/call-graph.ts';
import { AppClient } from '../support/install-app.ts';
import {
  startOtlpCollector,
  type OtlpCollector,
  type Span,
} from '@commerce/service-kit/testing/otlp-collector.ts';
import type { Platform } from '../support/platform.ts';
import { receiveWebhooks, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { WritingClient } from '../support/writes.ts';
import { addEndpoint } from '../support/webhook-endpoint.ts';

let collector: OtlpCollector;
let receiver: WebhookReceiver;
let stack: ChildProcess;
let folder: string;
let traced: Platform;

/** A separate platform with tracing; the shared one has none because tracing is slow. */
beforeAll(async () => {
  collector = await startOtlpCollector();
  receiver = await receiveWebhooks();
  folder = await mkdtemp(path.join(tmpdir(), 'traced-'));
  const file = path.join(folder, 'platform.json');
  const script = fileURLToPath(new URL('../support/platform-process.ts', import.meta.url));
  stack = spawn(process.execPath, [script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      TEST_PLATFORM_FILE: file,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    },
  });
  const failed = once(stack, 'exit').then(() => {
    throw new Error('the traced platform did not start');
  });
  await Promise.race([once(stack.stdout!, 'data'), failed]);
  failed.catch(() => undefined);
  traced = JSON.parse(await readFile(file, 'utf8')) as Platform;
});
afterAll(async () => {
  if (stack.exitCode === null) {
    stack.stdin!.end();
    await once(stack, 'exit');
  }
  await receiver.close();
  await collector.close();
  await rm(folder, { recursive: true });
});

test('one trace spans the HTTP request, gRPC, SQL, outbox, JetStream and the webhook attempt', async () => {
  const { demo, gateways } = traced;
  const [actor, subscriber] = demo.apps;
  await addEndpoint(subscriber.client_id, receiver.url('/traced'), ['stock.changed'], traced);
  const { owner } = demo.stores[1];
  await new AppClient(gateways[0], subscriber).install(owner);
  const { access_token } = await new AppClient(gateways[0], actor).install(owner);
  const client = new WritingClient(gateways[0], access_token);
  const shop = (await client.get('/shops?limit=1')).body.data[0].id as string;
  const { id: product } = await client.newProduct();
  const body = { shop, product, delta: 3 };
  const answer = await client.untilAnswered('POST', '/stock/adjustments', { key: randomUUID(), body });
  expect(answer.status).toBe(200);
  await receiver.until('/traced', ({ body: event }) => event.data.product_id === product);

  const request = await collector.spanWhere(
    ({ service, name }) => service === 'gateway' && /POST .*stock\/adjustments/.test(name),
    'the request',
  );
  const ofTrace = ({ traceId }: Span) => traceId === request.traceId;
  const attempt = await collector.spanWhere(
    (span) => ofTrace(span) && span.name === 'webhook attempt',
    'the attempt in the trace of the request',
  );
  expect(attempt).toMatchObject({
    kind: 'client',
    failed: false,
    attributes: {
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      'http.response.status_code': 200,
    },
  });
  const published = await collector.spanWhere(
    (span) => ofTrace(span) && span.kind === 'producer',
    'the publication of the event',
  );
  expect(published).toMatchObject({ service: 'inventory', name: 'publish commerce-inventory' });
  const consumed = await collector.spanWhere(
    (span) => ofTrace(span) && span.service === 'webhooks' && span.kind === 'consumer',
    'the handling of the event',
  );
  expect(consumed.name).toBe('process stock.changed');
  // All three follow the span that wrote the event.
  expect([published.parentSpanId, consumed.parentSpanId]).toEqual([
    attempt.parentSpanId,
    attempt.parentSpanId,
  ]);
  // From the attempt back to the request by parent span.
  const chain: Span[] = [attempt];
  while (chain.at(-1)!.parentSpanId !== '') {
    const { parentSpanId } = chain.at(-1)!;
    chain.push(
      await collector.spanWhere((span) => ofTrace(span) && span.spanId === parentSpanId, parentSpanId),
    );
  }
  expect(chain.at(-1)).toEqual(request);
  expect(request).toMatchObject({
    kind: 'server',
    attributes: { 'http.request.method': 'POST', 'http.response.status_code': 200 },
  });
  expect(request.name).toBe(`POST ${request.attributes['http.route']}`);
  const adjust = 'commerce.inventory.v1.InventoryService/AdjustStock';
  for (const kind of ['client', 'server'] as const) {
    const call = collector.spans.find((span) => ofTrace(span) && span.name === adjust && span.kind === kind);
    expect(call?.attributes).toEqual({
      'rpc.system.name': 'grpc',
      'rpc.method': adjust,
      'rpc.status_code': 'OK',
    });
  }
  expect([...new Set(chain.map(({ service }) => service))]).toEqual(['webhooks', 'inventory', 'gateway']);
  const names = collector.spans.filter(ofTrace).map(({ service, name }) => `${service}: ${name}`);
  for (const name of [
    'gateway: commerce.inventory.v1.InventoryService/AdjustStock',
    'inventory: commerce.inventory.v1.InventoryService/AdjustStock',
    'inventory: idempotency_record-insert-with_events',
    'webhooks: delivery-record-successes',
  ])
    expect(names).toContain(name);
  expect(names.some((name) => name.startsWith('webhooks: fan_out-'))).toBe(true);
});

test('a request to an OAuth endpoint is a span, with its calls as children', async () => {
  const [app] = traced.demo.apps;
  await new AppClient(traced.gateways[0], app).install(traced.demo.stores[1].owner);
  const request = await collector.spanWhere(
    ({ service, name }) => service === 'gateway' && name === 'POST /oauth/apps/token',
    'the token request',
  );
  expect(request).toMatchObject({
    kind: 'server',
    parentSpanId: '',
    attributes: { 'http.route': '/oauth/apps/token', 'http.response.status_code': 200 },
  });
  const isChild = ({ service, kind, parentSpanId }: Span) =>
    service === 'gateway' && kind === 'client' && parentSpanId === request.spanId;
  await collector.spanWhere(isChild, 'the call of the token request');
});

test('the metrics of a gateway have the trace of a request as an exemplar', async () => {
  const accept = 'application/openmetrics-text;version=1.0.0';
  const response = await fetch(`${traced.processes['gateway']!.adminUrl}/metrics`, { headers: { accept } });
  const exemplar = /^http_request_duration_seconds_bucket\{.*\} \d+ # \{trace_id="(\w+)"\}/m.exec(
    await response.text(),
  );
  await collector.spanWhere(({ traceId }) => traceId === exemplar?.[1], 'the trace of the exemplar');
});

/** Calls between services, by the spans on both sides of a call. */
function edgesSeen(): Set<string> {
  const byId = new Map(collector.spans.map((span) => [span.spanId, span]));
  const edges = collector.spans.flatMap((span) => {
    const caller = byId.get(span.parentSpanId);
    const isCall = caller?.name === span.name && caller.service !== span.service;
    return isCall ? [`${caller.service} → ${span.service}`] : [];
  });
  return new Set(edges);
}

test('the traced calls match the declared callers of every service', async () => {
  const { demo, gateways } = traced;
  const { access_token } = await new AppClient(gateways[0], demo.apps[0]).install(demo.stores[1].owner);
  const client = new WritingClient(gateways[0], access_token);
  const { id: product } = await client.newProduct();
  const priced = await client.untilAnswered('PUT', `/prices/${product}`, {
    key: randomUUID(),
    body: { price: 10 },
  });
  expect(priced.status).toBe(200);
  expect((await client.send('DELETE', `/products/${product}`, { key: randomUUID() })).status).toBeLessThan(
    300,
  );
  const expected = ['gateway → pricing', 'pricing → catalog', 'catalog → inventory', 'webhooks → auth'];
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(100))
    if (expected.every((edge) => edgesSeen().has(edge))) break;
  const graph = Object.entries(await callGraph());
  const allowed = graph.flatMap(([service, { callers }]) =>
    callers.map((caller) => `${caller} → ${service}`),
  );
  const seen = [...edgesSeen()];
  expect(seen).toEqual(expect.arrayContaining(expected));
  expect(seen.filter((edge) => !allowed.includes(edge))).toEqual([]);
});
