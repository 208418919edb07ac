import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppsServiceService } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { CustomersServiceService } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { StockChanged } from '@commerce/proto/commerce/inventory/v1/events.ts';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { OrdersServiceService } from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  bareStockRow,
  exampleProduct,
  exampleStockRow,
} from '@commerce/public-api/2026-10/examples/product.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { Consumer, handlerTurns } from '@commerce/service-kit/events/consumer.ts';
import type { Nats } from '@commerce/service-kit/events/nats.ts';
import { ParkedEvents } from '@commerce/service-kit/events/parked-events.ts';
import { partitionNumbers } from '@commerce/service-kit/events/partitions.ts';
import { GrpcServer, type Handlers } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { subjectOf } from '@commerce/service-kit/write/unit.ts';
import { testConnect } from '@commerce/service-kit/testing/service.ts';
import { messageOf } from '@commerce/service-kit/testing/messages.ts';
import { connectTo, startTestNats, type TestNats } from '@commerce/service-kit/testing/nats.ts';
import { connectClients, type Clients } from '../src/clients/index.ts';
import type { Config } from '../src/config.ts';
import { publicEvents } from '../src/events/consume/public-events.ts';
import { until } from '@commerce/service-kit/testing/until.ts';
import { Engine, newEvent } from './support/engine.ts';
import { appSuspensionEvent } from './support/installation-event.ts';

const logger = createLogger('test', 'silent');
const services = ['catalog', 'inventory', 'orders', 'customers', 'auth'];
let engine: Engine;
let nats: TestNats;
let connection: Nats;
let grpc: GrpcServer;
let clients: Clients;
const channels = testConnect();
const consumers: Consumer[] = [];
/** Stores requested from auth in each call, and products requested from catalog. */
const requested: { stores: string[][]; products: string[] } = { stores: [], products: [] };

beforeAll(async () => {
  [engine, nats] = await Promise.all([Engine.create(), startTestNats()]);
  connection = await connectTo(nats);
  grpc = new GrpcServer(logger, { maxConnectionAgeMs: 60_000 });
  addOwners(grpc);
  const address = `127.0.0.1:${await grpc.listen('127.0.0.1', 0)}`;
  clients = connectClients(channels.connect, {
    AUTH_ADDRESS: address,
    CATALOG_ADDRESS: address,
    INVENTORY_ADDRESS: address,
    ORDERS_ADDRESS: address,
    CUSTOMERS_ADDRESS: address,
  } as Config);
  const { clock, db, writer } = engine.deps;
  const parked = new ParkedEvents({ db, writer, clock });
  for (const service of services) await connection.ensureStream(service);
  for (const subscription of publicEvents({ ...engine.deps, clients })) {
    const connect = async () => connection;
    const turns = handlerTurns(db.pool.options.max);
    const deps = { service: 'webhooks', db, writer, parked, connect, turns, logger };
    const consumer = new Consumer(deps, subscription);
    void consumer.assign(partitionNumbers);
    consumers.push(consumer);
  }
});

afterAll(async () => {
  for (const consumer of consumers) await consumer.stop();
  await connection.close();
  channels.close();
  await grpc.close(1_000);
  await engine.close();
  await nats.drop();
});

/** Adds fakes of auth and the owners. */
function addOwners(server: GrpcServer): void {
  server.add(AppsServiceService, {
    listStoreInstallations: async (_ctx, { storeIds }) => {
      requested.stores.push(storeIds);
      return { installations: storeIds.flatMap((storeId) => engine.installed.get(storeId) ?? []) };
    },
    listDeveloperContacts: async () => ({ appName: 'App', contacts: [] }),
  } as Partial<Handlers<typeof AppsServiceService>> as Handlers<typeof AppsServiceService>);
  const catalog: Partial<Handlers<typeof CatalogServiceService>> = {
    batchGetProducts: async (_ctx, { keys }) => {
      requested.products.push(...keys.map(({ id }) => id));
      const missing = { ...exampleProduct, id: '' };
      return { products: keys.map(({ id }) => (id === exampleProduct.id ? exampleProduct : missing)) };
    },
  };
  const orders: Partial<Handlers<typeof OrdersServiceService>> = {
    batchGetOrders: async () => ({ orders: [] }),
  };
  const customers: Partial<Handlers<typeof CustomersServiceService>> = {
    batchGetCustomers: async () => ({ customers: [] }),
  };
  const inventory: Partial<Handlers<typeof InventoryServiceService>> = {
    batchGetStockRows: async (_ctx, { keys }) => ({
      rows: keys.map(({ shopId, productId, variantId }) =>
        productId === exampleStockRow.productId && variantId === exampleStockRow.variantId
          ? exampleStockRow
          : { shopId: '', productId: '', onHand: 0, available: 0, sku: shopId },
      ),
    }),
  };
  server.add(InventoryServiceService, inventory as Handlers<typeof InventoryServiceService>);
  server.add(CatalogServiceService, catalog as Handlers<typeof CatalogServiceService>);
  server.add(OrdersServiceService, orders as Handlers<typeof OrdersServiceService>);
  server.add(CustomersServiceService, customers as Handlers<typeof CustomersServiceService>);
}

/** @param msgId deduplication id in NATS: with another one, the event is a second message */
async function publish(service: string, event: Event, msgId = event.id): Promise<void> {
  const subject = subjectOf(service, event.type, event.storeId);
  await connection.jetStream.publish(subject, messageOf(event), { msgID: msgId });
}

test('events of every publishing service become deliveries exactly once, and internal events never do', async () => {
  const store = newId('sto');
  const events = ['product.updated', 'stock.changed', 'order.paid', 'customer.created'];
  const scopes = ['read_products', 'read_stock', 'read_orders', 'read_customers'];
  const app = await engine.newApp(store, 'https://hooks.example.com/', { events, scopes });
  const published: Event[] = [];
  for (const [i, type] of events.entries()) {
    const event = newEvent(store, type);
    published.push(event);
    await publish(services[i]!, event);
    await publish(services[i]!, event, `${event.id} again`);
  }
  await publish('catalog', newEvent(store, 'product.drafted'));
  await publish('catalog', newEvent(store, 'products.changed'));
  const last = newEvent(store);
  await publish('catalog', last);
  const rows = await engine.until(
    (all) => all.length >= 5 && all.some((row) => row.event_id === last.id),
    'the deliveries',
    `app_id = '${app.appId}'`,
  );
  expect(rows.map((row) => row.event_id).toSorted()).toEqual(
    [...published, last].map(({ id }) => id).toSorted(),
  );
});

test('suspensions and restorations of apps, which belong to no store, are consumed in their order', async () => {
  const appId = newId('app');
  const state = () => engine.query('select suspended, version from suspended_app where app_id = $1', [appId]);
  for (const [suspended, version] of [
    [true, 1],
    [false, 2],
  ] as const) {
    await publish('auth', appSuspensionEvent(appId, suspended, version));
    await until(async () => (await state()).length > 0, 'the suspension');
  }
  await until(
    async () => JSON.stringify(await state()) === JSON.stringify([{ suspended: false, version: 2 }]),
    'the restoration',
  );
});

test('concurrent requests for the installations of a store share one call to auth, and all get its response', async () => {
  const [store, other] = [newId('sto'), newId('sto')];
  const installationId = engine.install(store, newId('app'), []);
  requested.stores.length = 0;
  const ctx = systemContext('req', deadlineIn(30_000));
  const list = (storeId: string) => clients.listInstallations(ctx, storeId);
  const responses = await Promise.all([list(store), list(other), list(store)]);
  const ids = responses.map((installations) => installations.map((one) => one.installationId));
  expect(ids).toEqual([[installationId], [], [installationId]]);
  // Events of earlier tests may still request other stores, by the same call, too.
  const own = requested.stores.map((together) => together.filter((id) => id === store || id === other));
  expect(own.filter(({ length }) => length > 0)).toEqual([[store, other]]);
});

test('a burst of events of a store causes far fewer calls to auth than it has events', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, 'https://hooks.example.com/');
  requested.stores.length = 0;
  await Promise.all(Array.from({ length: 200 }, () => publish('catalog', newEvent(store))));
  await engine.until((rows) => rows.length === 200, 'all of them', `app_id = '${app.appId}'`);
  // Events of earlier tests may still request other stores.
  const calls = requested.stores.filter((together) => together.includes(store));
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.length).toBeLessThan(100);
});

test('the subjects of events are fetched in one call, and missing ones are undefined', async () => {
  const ctx = systemContext('req', deadlineIn(30_000));
  const subjects = [exampleProduct.id, newId('prd')].map((subjectId) => ({
    storeId: 'sto_x',
    subjectId,
    payload: Buffer.alloc(0),
  }));
  requested.products.length = 0;
  const found = await clients.fetchResources(ctx, 'product', subjects);
  expect(found.map(({ product }) => product?.name)).toEqual([exampleProduct.name, undefined]);
  expect(requested.products).toEqual(subjects.map(({ subjectId }) => subjectId));
  expect(await clients.fetchResources(ctx, 'order', subjects)).toEqual([
    { order: undefined },
    { order: undefined },
  ]);
  expect(await clients.fetchResources(ctx, 'customer', subjects)).toEqual([
    { customer: undefined },
    { customer: undefined },
  ]);
  const ofStock = [exampleStockRow, bareStockRow].map((row) => ({
    storeId: 'sto_x',
    subjectId: 'x',
    payload: StockChanged.encode({ ...row, version: 1 }).finish(),
  }));
  const stock = await clients.fetchResources(ctx, 'stock', ofStock);
  expect(stock.map((one) => one.stock?.onHand)).toEqual([exampleStockRow.onHand, undefined]);
  expect(await clients.fetchResources(ctx, undefined, subjects)).toEqual([{}, {}]);
});
