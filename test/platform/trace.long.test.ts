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
import { WebhooksServiceService } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { AppClient } from '../support/install-app.ts';
import { startOtlpCollector, type OtlpCollector, type Span } from '../support/otlp-collector.ts';
import type { Platform } from '../support/platform.ts';
import { receiveWebhooks, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { WritingClient } from '../support/writes.ts';

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
      OTEL_BSP_SCHEDULE_DELAY: '200',
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

async function spanWhere(fits: (span: Span) => boolean, what: string): Promise<Span> {
  for (const deadline = Date.now() + 30_000; ; await sleep(50)) {
    const found = collector.spans.find(fits);
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`no span: ${what}`);
  }
}

test('one trace spans the HTTP request, gRPC, SQL, outbox, JetStream and the webhook attempt', async () => {
  const { demo, gateways, processes } = traced;
  const [actor, subscriber] = demo.apps;
  const channel = new GrpcChannel(processes['webhooks']!.address, [WebhooksServiceService]);
  await channel
    .service(WebhooksServiceService)
    .putEndpoint(systemContext('trace-test', Date.now() + 30_000), {
      appId: subscriber.client_id,
      url: receiver.url('/traced'),
      eventTypes: ['stock.changed'],
    });
  channel.close();
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

  const request = await spanWhere(
    ({ service, name }) => service === 'gateway' && /POST .*stock\/adjustments/.test(name),
    'the request',
  );
  const ofTrace = ({ traceId }: Span) => traceId === request.traceId;
  const attempt = await spanWhere(
    (span) => ofTrace(span) && span.name === 'webhook attempt',
    'the attempt in the trace of the request',
  );
  await spanWhere((span) => ofTrace(span) && span.name === 'stock.changed', 'the consumption of the event');
  // From the attempt back to the request by parent span.
  const chain: Span[] = [attempt];
  while (chain.at(-1)!.parentSpanId !== '') {
    const { parentSpanId } = chain.at(-1)!;
    chain.push(await spanWhere((span) => ofTrace(span) && span.spanId === parentSpanId, parentSpanId));
  }
  expect(chain.at(-1)).toEqual(request);
  expect([...new Set(chain.map(({ service }) => service))]).toEqual(['webhooks', 'inventory', 'gateway']);
  const names = collector.spans.filter(ofTrace).map(({ service, name }) => `${service}: ${name}`);
  for (const name of [
    'gateway: commerce.inventory.v1.InventoryService/AdjustStock',
    'inventory: commerce.inventory.v1.InventoryService/AdjustStock',
    'inventory: idempotency_record-insert-with_events',
    'webhooks: delivery-insert-many',
    'webhooks: delivery-record-success',
  ])
    expect(names).toContain(name);
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
