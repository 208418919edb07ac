import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InstallationStatus, AppsServiceService } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { WebhooksServiceService } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { exampleProduct } from '@commerce/public-api/2026-10/examples/product.ts';
import { systemClock } from '@commerce/service-kit/clock.ts';
import { loadConfig } from '@commerce/service-kit/config.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { GrpcServer, type Handlers } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { registry } from '@commerce/service-kit/metrics.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { messageOf } from '@commerce/service-kit/testing/messages.ts';
import { connectTo, startTestNats, type TestNats } from '@commerce/service-kit/testing/nats.ts';
import { settings } from '../src/config.ts';
import definition from '../src/main.ts';
import { newEvent } from './support/engine.ts';
import { testCa } from '@commerce/service-kit/testing/ca.ts';
import { randomPort } from '@commerce/service-kit/testing/ports.ts';
import { until } from '@commerce/service-kit/testing/until.ts';
import { Receiver } from './support/receiver.ts';

const logger = createLogger('test', 'silent');
const storeId = newId('sto');
const appId = newId('app');
const closers: (() => Promise<void>)[] = [];
let database: TestDatabase;
let nats: TestNats;
let receiver: Receiver;
let upstream: GrpcServer;
let folder: string;
let webhooks: ReturnType<typeof channelTo>;
let channel: GrpcChannel;

const ctx = () => systemContext('req_run', deadlineIn(30_000));
function channelTo(port: number) {
  channel = new GrpcChannel(`127.0.0.1:${port}`, [WebhooksServiceService]);
  return channel.service(WebhooksServiceService);
}

beforeAll(async () => {
  const ca = await testCa();
  folder = await mkdtemp(path.join(tmpdir(), 'commerce-webhooks-'));
  await writeFile(path.join(folder, 'ca.pem'), ca.ca);
  [database, nats, receiver] = await Promise.all([
    createTestDatabase(definition.migrations),
    startTestNats(),
    Receiver.start(ca),
  ]);
  upstream = new GrpcServer(logger, { maxConnectionAgeMs: 60_000 });
  const installation = {
    storeId,
    installationId: newId('ins'),
    appId,
    status: InstallationStatus.INSTALLED,
    suspended: false,
  };
  upstream.add(AppsServiceService, {
    listStoreInstallations: async () => ({ installations: [{ ...installation, scopes: ['read_products'] }] }),
    listDeveloperContacts: async () => ({ appName: 'App', contacts: [] }),
  } as Partial<Handlers<typeof AppsServiceService>> as Handlers<typeof AppsServiceService>);
  upstream.add(CatalogServiceService, {
    batchGetProducts: async (_ctx, { keys }) => ({ products: keys.map(() => exampleProduct) }),
  } as Partial<Handlers<typeof CatalogServiceService>> as Handlers<typeof CatalogServiceService>);
  const address = `127.0.0.1:${await upstream.listen('127.0.0.1', 0)}`;
  const port = await randomPort();
  await definition.run({
    config: loadConfig(settings, {
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      NATS_URL: nats.url,
      GRPC_HOST: '127.0.0.1',
      GRPC_PORT: String(port),
      ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      WEBHOOK_EXTRA_CA_FILE: path.join(folder, 'ca.pem'),
      AUTH_ADDRESS: address,
      CATALOG_ADDRESS: address,
      INVENTORY_ADDRESS: address,
      ORDERS_ADDRESS: address,
      CUSTOMERS_ADDRESS: address,
    }),
    logger,
    clock: systemClock,
    shared: {},
    readyWhen: () => undefined,
    onShutdown: (_name, close) => closers.push(close),
    waitFor: async (_what, attempt) => attempt(),
  });
  webhooks = channelTo(port);
});

afterAll(async () => {
  channel.close();
  for (const close of closers.toReversed()) await close();
  await upstream.close(1_000);
  await receiver.stop();
  await database.drop();
  await nats.drop();
  await rm(folder, { recursive: true, force: true });
});

const untilReceived = (count: number) =>
  until(() => receiver.received.length >= count, `${count} deliveries`);

test('the started service delivers events and pings to receivers, and exposes metrics', async () => {
  const created = await webhooks.putEndpoint(ctx(), {
    appId,
    url: receiver.url,
    eventTypes: ['product.updated'],
  });
  expect(created.secret).toMatch(/^whsec_/);
  const { eventId } = await webhooks.sendPing(ctx(), { appId });
  await untilReceived(1);
  expect(receiver.received[0]!.headers['x-service-event-id']).toBe(eventId);

  const connection = await connectTo(nats);
  await connection.ensureStream('catalog');
  const event = newEvent(storeId, 'product.updated', { subjectId: exampleProduct.id });
  const subject = `commerce.catalog.product.updated.${storeId}`;
  await connection.jetStream.publish(subject, messageOf(event), { msgID: event.id });
  await untilReceived(2);
  await connection.close();
  const { headers, body } = receiver.received[1]!;
  expect(headers['x-service-event-id']).toBe(event.id);
  expect(JSON.parse(body).data.name).toBe(exampleProduct.name);

  const { secret, endpoint } = await webhooks.rotateSecret(ctx(), { appId });
  expect(secret).not.toBe(created.secret);
  expect(endpoint!.previousSecretUntilMs).toBeGreaterThan(Date.now());
  await webhooks.sendPing(ctx(), { appId });
  await untilReceived(3);
  expect(String(receiver.received[2]!.headers['webhook-signature']).split(' ')).toHaveLength(2);

  const metrics = await registry.metrics();
  for (const name of ['webhook_attempts_total', 'webhook_queue_age_seconds', 'webhook_failing_endpoints'])
    expect(metrics).toContain(name);
});
