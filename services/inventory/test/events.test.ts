import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import {
  ProductChanged,
  ProductDeleted,
  ProductsChanged,
  ShopChanged,
  type ProductFacts,
} from '@commerce/proto/commerce/catalog/v1/events.ts';
import { OrderCreated, OrderStock_State, OrderUpdated } from '@commerce/proto/commerce/orders/v1/events.ts';
import { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { systemClock } from '@commerce/service-kit/clock.ts';
import { systemActor } from '@commerce/service-kit/context.ts';
import { Consumer, handlerTurns } from '@commerce/service-kit/events/consumer.ts';
import { streamOf, type Nats } from '@commerce/service-kit/events/nats.ts';
import { ParkedEvents } from '@commerce/service-kit/events/parked-events.ts';
import { partitionNumbers } from '@commerce/service-kit/events/partitions.ts';
import { consumerOf } from '@commerce/service-kit/events/permissions.ts';
import { Relay } from '@commerce/service-kit/events/relay.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { registry } from '@commerce/service-kit/metrics.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { connectTo, startTestNats, type TestNats } from '@commerce/service-kit/testing/nats.ts';
import { until } from '@commerce/service-kit/testing/until.ts';
import { Writer } from '@commerce/service-kit/write/writer.ts';
import { catalogEvents } from '../src/events/consume/catalog.ts';
import { ordersEvents } from '../src/events/consume/orders.ts';
import { expireReservationsJob } from '../src/jobs/expire-reservations.ts';
import definition from '../src/main.ts';
import { contextOf, outcomeOf, startService, type TestService } from './support/service.ts';
import { inconsistencies, item, newStore, product, stockOf, publishedStock } from './support/stock.ts';

const logger = createLogger('inventory', 'silent');
let nats: TestNats;
let database: TestDatabase;
let service: TestService;
const stops: (() => Promise<unknown>)[] = [];
const publishers: Record<string, Writer> = {};
let connection: Nats;
let parked: ParkedEvents;

const refusedCount = async () =>
  (await registry.getSingleMetric('order_stock_refused_total')!.get()).values[0]?.value ?? 0;

beforeAll(async () => {
  nats = await startTestNats();
  database = await createTestDatabase(definition.migrations);
  service = await startService(database.db);
  connection = await connectTo(nats);
  const connect = async () => connection;
  stops.push(() => connection.close());
  for (const name of ['catalog', 'orders']) {
    const publisher = await createTestDatabase(definition.migrations);
    const { db } = publisher;
    const relay = new Relay({ service: name, db, connect, logger });
    relay.start();
    await relay.assign(partitionNumbers);
    publishers[name] = new Writer({ service: name, db, clock: systemClock, wakeRelay: relay.wake });
    stops.push(async () => {
      await relay.stop();
      await publisher.drop();
    });
  }
  parked = new ParkedEvents({ db: database.db, writer: service.deps.writer, clock: systemClock });
  const { db } = database;
  const turns = handlerTurns(db.pool.options.max);
  const deps = { service: 'inventory', db, writer: service.deps.writer, parked, connect, turns, logger };
  for (const subscription of [catalogEvents(service.deps), ordersEvents(service.deps)]) {
    const consumer = new Consumer(deps, subscription);
    void consumer.assign(partitionNumbers);
    stops.push(() => consumer.stop());
  }
});
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
  await service.close();
  await database.drop();
  await nats.drop();
});

const published = { catalog: 0, orders: 0 };

/** Publishes an event and waits until it is acknowledged, and all before it. */
async function publish(from: 'catalog' | 'orders', storeId: string, type: string, payload: Uint8Array) {
  await publishers[from]!.change(contextOf(storeId), async (unit) =>
    unit.emit({ type, subjectId: 'x', payload }),
  );
  published[from]++;
  const { consumers } = await connection.manager();
  // The code under test creates the consumers.
  const acknowledged = async (partition: number) => {
    const name = consumerOf('inventory', partition);
    const consumer = await consumers.info(streamOf(from), name).catch(() => undefined);
    return consumer?.ack_floor.consumer_seq ?? 0;
  };
  const handled = async () => {
    const counts = await Promise.all(partitionNumbers.map(acknowledged));
    return counts.reduce((sum, count) => sum + count, 0) >= published[from];
  };
  await until(handled, `${type} to be handled`);
}

const facts = (productId: string, version: number, fields: Partial<ProductFacts> = {}): ProductFacts => ({
  productId,
  version,
  isDraft: false,
  categoryIds: [],
  brandIds: [],
  variants: [],
  shopIds: [],
  type: ProductType.SIMPLE,
  ...fields,
});
const changed = (productFacts: ProductFacts) => ProductChanged.encode({ facts: productFacts }).finish();
const listed = async (storeId: string) => {
  const { rows } = await service.client.listStock(contextOf(storeId), {
    shopId: 'shp_1',
    productId: undefined,
    limit: 100,
    pageToken: Buffer.alloc(0),
  });
  return rows.map(({ productId, variantId, sku }) => [productId, variantId, sku].filter(Boolean).join(' '));
};

describe('events of catalog', () => {
  test('newer versions are projected; a deletion is final and closes the stock', async () => {
    const storeId = 'sto_catalog';
    await publish(
      'catalog',
      storeId,
      'shop.created',
      ShopChanged.encode({ shopId: 'shp_1', name: 'One', isActive: true }).finish(),
    );
    await publish('catalog', storeId, 'product.created', changed(facts('prd_1', 1, { sku: 'A' })));
    await publish('catalog', storeId, 'product.drafted', changed(facts('prd_2', 1, { isDraft: true })));
    expect(await listed(storeId)).toEqual(['prd_1 A']);
    const variants = [{ variantId: 'var_1', position: 0, sku: 'V', isActive: true }];
    await publish('catalog', storeId, 'product.updated', changed(facts('prd_1', 3, { sku: 'C' })));
    await publish('catalog', storeId, 'product.updated', changed(facts('prd_1', 2, { sku: 'B' })));
    const bulk = { products: [facts('prd_3', 1), facts('prd_2', 2, { variants }), facts('prd_1', 1)] };
    await publish('catalog', storeId, 'products.changed', ProductsChanged.encode(bulk).finish());
    expect(await listed(storeId)).toEqual(['prd_1 C', 'prd_2 var_1 V', 'prd_3']);

    await service.client.adjustStock(contextOf(storeId), { shopId: 'shp_1', productId: 'prd_1', delta: 4 });
    const deleted = ProductDeleted.encode({ productId: 'prd_1', version: 4, wasDraft: false }).finish();
    await publish('catalog', storeId, 'product.deleted', deleted);
    await publish('catalog', storeId, 'product.deleted', deleted);
    await publish('catalog', storeId, 'product.updated', changed(facts('prd_1', 3, { sku: 'late' })));
    expect(await listed(storeId)).toEqual(['prd_2 var_1 V', 'prd_3']);
    expect(await stockOf(database.db, storeId)).toEqual({});
    expect(await inconsistencies(database.db)).toEqual([]);
  });
});

/** Parks an event as failed, and replays it. */
async function replay(storeId: string, source: string, type: string, payload: Uint8Array) {
  const id = newId('evt');
  const at = new Date();
  const event = { id, type, occurredAtMs: 0, storeId, actor: systemActor, subjectId: '', requestId: '' };
  const message = Event.encode({ ...event, traceparent: '', payload: Buffer.from(payload) }).finish();
  const failures = { error: 'TypeError', attempts: 5, firstFailedAt: at, lastFailedAt: at };
  await parked.park({ eventId: id, source, type, storeId, subjectId: '', message, ...failures });
  return parked.replay(id);
}

test('a parked event that is replayed after newer ones changes nothing', async () => {
  const storeId = 'sto_replayed';
  const shop = ShopChanged.encode({ shopId: 'shp_1', name: 'One', isActive: true }).finish();
  await publish('catalog', storeId, 'shop.created', shop);
  await publish('catalog', storeId, 'product.updated', changed(facts('prd_1', 3, { sku: 'new' })));
  await publish('catalog', storeId, 'product.updated', changed(facts('prd_2', 3)));
  const deleted = ProductDeleted.encode({ productId: 'prd_2', version: 4, wasDraft: false }).finish();
  await publish('catalog', storeId, 'product.deleted', deleted);
  for (const id of ['prd_1', 'prd_2'])
    expect(
      await replay(storeId, 'catalog', 'product.updated', changed(facts(id, 2, { sku: 'old' }))),
    ).toBeUndefined();
  expect(await replay(storeId, 'catalog', 'shop.updated', shop)).toBeUndefined();
  expect(await listed(storeId)).toEqual(['prd_1 new']);
});

const { RESERVED, TAKEN } = OrderStock_State;
const state = (orderId: string, version: number) =>
  OrderCreated.encode({ status: 'pending', stock: { orderId, version, state: RESERVED } }).finish();

describe('events of orders', () => {
  test('calls and events of an order take effect once, in any order, by the same actor', async () => {
    const startedAt = new Date();
    const storeId = await newStore(database.db, [product('prd_1')], [item('prd_1', null, 5)]);
    const lines = [{ shopId: 'shp_1', productId: 'prd_1', variantId: undefined, quantity: 2 }];
    await service.client.reserveStock(contextOf(storeId), {
      orderId: 'ord_1',
      lines,
      expiresAtMs: Date.now() + 60_000,
    });
    const stock = { orderId: 'ord_1', version: 2, state: TAKEN };
    await service.client.setOrderStock(contextOf(storeId), { stock });
    await publishedStock(database.db, storeId);
    const created = { status: 'pending', stock: { orderId: 'ord_1', version: 1, state: RESERVED } };
    await publish('orders', storeId, 'order.created', OrderCreated.encode(created).finish());
    const updated = { status: 'delivered', previousStatus: 'pending', changed: ['status'], stock };
    await publish('orders', storeId, 'order.updated', OrderUpdated.encode(updated).finish());
    // An event whose effect a call already had is not recorded.
    expect(
      (await database.db.pool.query('select from inbox where handled_at > $1', [startedAt])).rowCount,
    ).toBe(0);
    expect(await stockOf(database.db, storeId)).toEqual({ 'shp_1/prd_1': [3, 0] });
    expect(await publishedStock(database.db, storeId)).toEqual([]);
    const back = { ...updated, stock: { ...stock, version: 3, state: OrderStock_State.RELEASED } };
    await publish('orders', storeId, 'order.updated', OrderUpdated.encode(back).finish());
    expect(await publishedStock(database.db, storeId)).toMatchObject([
      { onHand: 5, available: 5, actor: { id: 'ins_a', appId: 'app_a' } },
    ]);
  });

  test('the events of an order that holds no stock are not counted as refused', async () => {
    const refusedBefore = await refusedCount();
    const storeId = await newStore(database.db, [], []);
    const created = { status: 'pending', stock: undefined };
    await publish('orders', storeId, 'order.created', OrderCreated.encode(created).finish());
    const updated = { status: 'confirmed', previousStatus: 'pending', changed: ['status'], stock: undefined };
    await publish('orders', storeId, 'order.updated', OrderUpdated.encode(updated).finish());
    expect(await refusedCount()).toBe(refusedBefore);
  });

  test('an event that is refused is counted and skipped, and the following ones are handled', async () => {
    const refusedBefore = await refusedCount();
    const storeId = await newStore(database.db, [product('prd_1')], [item('prd_1', null, 5)]);
    const reserveAll = (orderId: string, expiresAtMs: number) =>
      service.client.reserveStock(contextOf(storeId), {
        orderId,
        lines: [{ shopId: 'shp_1', productId: 'prd_1', variantId: undefined, quantity: 5 }],
        expiresAtMs,
      });
    await reserveAll('ord_1', 1);
    await expireReservationsJob(service.deps).run();
    await reserveAll('ord_2', Date.now() + 60_000);
    await publish('orders', storeId, 'order.created', state('ord_unknown', 1));
    await publish('orders', storeId, 'order.created', state('ord_1', 1));
    await publish('orders', storeId, 'order.created', state('ord_2', 1));
    const { rows } = await database.db.pool.query(
      'select order_id, state, version, expires_at from reservation where store_id = $1 and order_id <> $2 order by 1',
      [storeId, 'ord_held'],
    );
    expect(rows).toEqual([
      { order_id: 'ord_1', state: 'released', version: 0, expires_at: null },
      { order_id: 'ord_2', state: 'reserved', version: 1, expires_at: null },
    ]);
    expect(await outcomeOf(reserveAll('ord_3', Date.now() + 60_000))).toBe('insufficient_stock');
    expect(await refusedCount()).toBe(refusedBefore + 2);
  });
});
