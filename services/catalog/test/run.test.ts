import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProductChanged } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { PricesChanged } from '@commerce/proto/commerce/pricing/v1/events.ts';
import { systemClock } from '@commerce/service-kit/clock.ts';
import { partitionNumbers } from '@commerce/service-kit/events/partitions.ts';
import { Relay } from '@commerce/service-kit/events/relay.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { eventsOf } from '@commerce/service-kit/testing/messages.ts';
import { connectTo, startTestNats, type TestNats } from '@commerce/service-kit/testing/nats.ts';
import { until } from '@commerce/service-kit/testing/until.ts';
import { Writer } from '@commerce/service-kit/write/writer.ts';
import type { Config } from '../src/config.ts';
import definition from '../src/main.ts';
import { productFind } from '../src/store/product.ts';
import { productSaveMany } from '../src/store/product-write.ts';
import { imageSettings } from './support/parts.ts';
import { productRecord } from './support/products.ts';
import { contextOf, newStore } from './support/service.ts';

const logger = createLogger('catalog', 'silent');
const closers: (() => Promise<void>)[] = [];
let database: TestDatabase;
let pricing: TestDatabase;
let nats: TestNats;

beforeAll(async () => {
  nats = await startTestNats();
  database = await createTestDatabase(definition.migrations);
  // Pricing only needs its outbox here, which every database has.
  pricing = await createTestDatabase(definition.migrations);
  await definition.run({
    config: {
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: 4,
      NATS_URL: [nats.url],
      NATS_REPLICAS: 1,
      GRPC_HOST: '127.0.0.1',
      GRPC_PORT: 0,
      GRPC_MAX_CONNECTION_AGE_MS: 60_000,
      SHUTDOWN_GRACE_MS: 1_000,
      ...imageSettings(),
      INVENTORY_ADDRESS: '127.0.0.1:1',
      PRICING_ADDRESS: '127.0.0.1:1',
    } as Partial<Config> as Config,
    logger,
    clock: systemClock,
    shared: {},
    readyWhen: () => undefined,
    onShutdown: (_name, close) => void closers.push(close),
    waitFor: (_what, attempt) => attempt(),
  });
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
  await database.drop();
  await pricing.drop();
  await nats.drop();
});

const connect = async () => {
  const connection = await connectTo(nats);
  closers.push(() => connection.close());
  return connection;
};

test('the service consumes prices of pricing, applies them, and publishes them with the actor who set them', async () => {
  const store = newStore();
  const { product } = productRecord(store, newId('prd'));
  await productSaveMany(database.db, store, [productRecord(store, product.id)]);
  const service = 'pricing';
  const relay = new Relay({ service, db: pricing.db, connect, logger });
  relay.start();
  await relay.assign(partitionNumbers);
  closers.push(() => relay.stop());
  const writer = new Writer({ service, db: pricing.db, clock: systemClock, wakeRelay: relay.wake });
  const prices = [{ productId: product.id, version: 7, priceCentavos: 5, costCentavos: 3, variants: [] }];
  const payload = PricesChanged.encode({ prices, bulkOperationId: undefined }).finish();
  await writer.change(contextOf(store), async (unit) =>
    unit.emit({ type: 'prices.changed', subjectId: product.id, payload }),
  );

  const { jetStream } = await connect();
  const isPriced = async () => (await productFind(database.db, store, product.id))?.priceVersion === 7;
  await until(isPriced, 'the prices');
  const consumer = await jetStream.consumers.get('commerce-catalog');
  const message = await consumer.next({ expires: 10_000 });
  const [event] = eventsOf(message!.data);
  expect(message!.subject).toMatch(
    new RegExp(String.raw`^commerce\.catalog\.[0-3]\.product\.updated\.${store}$`),
  );
  expect(event).toMatchObject({ subjectId: product.id, actor: { id: 'ins_a', appId: 'app_a' } });
  expect(ProductChanged.decode(event!.payload).facts).toMatchObject({ productId: product.id, version: 2 });
});
