import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { OrderStock_State } from '@commerce/proto/commerce/orders/v1/events.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { createTestDatabase, TestPool, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { expireReservationsJob } from '../../src/jobs/expire-reservations.ts';
import { tombstoneProduct } from '../../src/use-cases/tombstone-product.ts';
import definition from '../../src/main.ts';
import { contextOf, startService, type TestService } from './service.ts';
import { item, newStore, product, publishedStock } from './stock.ts';

/** A line of an order. */
export type Wanted = [productId: string, quantity: number, variantId?: string, shopId?: string];

/** The service as orders and catalog use it, with a clock that stands still. */
export interface OrderWorld {
  db: Database;
  service: TestService;
  clock: { now(): number };
  /** Advances the clock. */
  pass(ms: number): void;
  reserveFor(storeId: string, orderId: string, ...wanted: Wanted[]): Promise<unknown>;
  set(storeId: string, orderId: string, version: number, state: OrderStock_State): Promise<unknown>;
  retire(storeId: string, productId: string, variantIds?: string[]): Promise<unknown>;
  expire(): Promise<void>;
  tombstone(storeId: string, productId: string): Promise<void>;
  /** Adds a store with ten of prd_1 and five of prd_2. */
  stockedStore(): Promise<string>;
}

/** Registers the hooks of a test file about orders. */
export function orderWorld(): OrderWorld {
  let database: TestDatabase;
  let db: Database;
  let service: TestService;
  let nowMs = 0;
  const clock = { now: () => nowMs };
  beforeAll(async () => {
    database = await createTestDatabase(definition.migrations);
    db = new TestPool(database.url, 20);
    service = await startService(db, clock);
  });
  afterAll(async () => {
    await service.close();
    await db.close();
    await database.drop();
  });
  beforeEach(() => {
    nowMs = Date.parse('2026-11-21T12:00:00Z');
  });
  return {
    get db() {
      return db;
    },
    get service() {
      return service;
    },
    clock,
    pass: (ms) => void (nowMs += ms),
    reserveFor: (storeId, orderId, ...wanted) =>
      service.client.reserveStock(contextOf(storeId), {
        orderId,
        lines: wanted.map(lineOf),
        expiresAtMs: nowMs + 120_000,
      }),
    set: (storeId, orderId, version, state) =>
      service.client.setOrderStock(contextOf(storeId), { stock: { orderId, version, state } }),
    retire: (storeId, productId, variantIds = []) =>
      service.client.retireProduct(contextOf(storeId), { productId, variantIds }),
    expire: () => expireReservationsJob(service.deps).run(),
    tombstone: (storeId, productId) => {
      const ctx = contextOf(storeId);
      return service.deps.writer.change(ctx, (unit) =>
        tombstoneProduct(unit, ctx, clock, { productId, version: 9 }),
      );
    },
    stockedStore: () => stockedStore(db),
  };
}

const lineOf = ([productId, quantity, variantId, shopId = 'shp_1']: Wanted) => ({
  shopId,
  productId,
  variantId,
  quantity,
});

async function stockedStore(db: Database): Promise<string> {
  const storeId = await newStore(
    db,
    [product('prd_1', { sku: 'ONE' }), product('prd_2'), product('prd_3', { type: 'service' })],
    [item('prd_1', null, 10), item('prd_2', null, 5)],
  );
  await publishedStock(db, storeId);
  return storeId;
}

/** Expected stock of a stocked store: on hand and reserved of its two products. */
export const stock = (one: [number, number], two: [number, number]) => ({
  'shp_1/prd_1': one,
  'shp_1/prd_2': two,
});
