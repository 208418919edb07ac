import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { OrderStock_State } from '@commerce/proto/commerce/orders/v1/events.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { atLongLevel } from '@commerce/service-kit/testing/level.ts';
import { expireReservationsJob } from '../src/jobs/expire-reservations.ts';
import definition from '../src/main.ts';
import { contextOf, outcomeOf, startService, type TestService } from './support/service.ts';
import { inconsistencies, item, newStore, product, stockOf, publishedStock } from './support/stock.ts';

// Runs a model of stock without a database beside the service: each step must have the same outcome in both.

const PRODUCTS = ['prd_0', 'prd_1', 'prd_2'];
const SHOPS = ['shp_1', 'shp_2'];
const ORDERS = ['ord_0', 'ord_1', 'ord_2', 'ord_3'];
const START = Date.parse('2026-11-21T12:00:00Z');
const { RESERVED, TAKEN, RELEASED } = OrderStock_State;

type State = 'reserved' | 'taken' | 'released';
const STATES = { reserved: RESERVED, taken: TAKEN, released: RELEASED };
type Lines = Record<string, number>;

interface Order {
  lines: Lines;
  /** Units that were returned but not put back. */
  lost: Lines;
  state: State;
  version: number;
  expiresAt: number;
}

/** Expected state: stock by `shop/product`, orders, products about to be deleted. */
class Model {
  now = START;
  stock = new Map<string, { onHand: number; reserved: number }>();
  orders = new Map<string, Order>();
  retiring = new Map<string, number>();

  at(key: string) {
    if (!this.stock.has(key)) this.stock.set(key, { onHand: 0, reserved: 0 });
    return this.stock.get(key)!;
  }

  adjust(key: string, quantity: { delta?: number; set?: number }): string {
    const { onHand, reserved } = this.at(key);
    const requested = quantity.set ?? onHand + quantity.delta!;
    if (requested < reserved) return 'insufficient_stock';
    this.at(key).onHand = requested;
    return 'done';
  }

  canHave(lines: Lines): boolean {
    return Object.entries(lines).every(([key, quantity]) => {
      const { onHand, reserved } = this.at(key);
      const isRetiring = (this.retiring.get(key.split('/')[1]!) ?? 0) > this.now;
      return quantity === 0 || (!isRetiring && onHand - reserved >= quantity);
    });
  }

  apply(lines: Lines, state: State, sign: 1 | -1): void {
    for (const [key, quantity] of Object.entries(lines)) {
      if (state === 'reserved') this.at(key).reserved += sign * quantity;
      if (state === 'taken') this.at(key).onHand -= sign * quantity;
    }
  }

  reserve(id: string, lines: Lines): string {
    const order = this.orders.get(id);
    if (order && !(order.state === 'released' && order.version === 0)) return 'done';
    if (!this.canHave(lines)) return 'insufficient_stock';
    this.apply(lines, 'reserved', 1);
    this.orders.set(id, { lines, lost: {}, state: 'reserved', version: 0, expiresAt: this.now + 120_000 });
    return 'done';
  }

  setState(id: string, version: number, state: State): string {
    const order = this.orders.get(id);
    if (!order) return 'not_found';
    if (version <= order.version) return 'done';
    if (order.state === 'released' && state !== 'released' && !this.canHave(order.lines))
      return 'insufficient_stock';
    this.apply(order.lines, order.state, -1);
    this.apply(order.lines, state, 1);
    Object.assign(order, { state, version, expiresAt: Infinity });
    return 'done';
  }

  /** Moves what an order holds to other lines: all, or none when one of them takes more than is available. */
  setLines(id: string, version: number, state: State, lines: Lines, lost: Lines): string {
    const order = this.orders.get(id) ?? { lines: {}, lost: {}, state: 'released' as const, version: 0 };
    if (version <= order.version) return 'done';
    const before = structuredClone(this.stock);
    this.hold(order, -1);
    this.hold({ lines, lost, state }, 1);
    const isRefused = [...this.stock].some(([key, { onHand, reserved }]) => {
      const was = before.get(key) ?? { onHand: 0, reserved: 0 };
      const isRetiring = (this.retiring.get(key.split('/')[1]!) ?? 0) > this.now;
      return onHand - reserved < was.onHand - was.reserved && (isRetiring || onHand - reserved < 0);
    });
    if (isRefused) {
      this.stock = before;
      return 'insufficient_stock';
    }
    this.orders.set(id, { lines, lost, state, version, expiresAt: Infinity });
    return 'done';
  }

  hold({ lines, lost, state }: Pick<Order, 'lines' | 'lost' | 'state'>, sign: 1 | -1): void {
    this.apply(lines, state, sign);
    for (const [key, quantity] of Object.entries(lost)) this.at(key).onHand -= sign * quantity;
  }

  retire(productId: string): string {
    const held = [...this.stock].some(([key, s]) => key.endsWith(`/${productId}`) && s.reserved > 0);
    if (held) return 'has_reservations';
    this.retiring.set(productId, this.now + 60_000);
    return 'done';
  }

  transfer(productId: string, quantity: number): string {
    const from = this.at(`shp_1/${productId}`);
    if (from.onHand - from.reserved < quantity) return 'insufficient_stock';
    from.onHand -= quantity;
    this.at(`shp_2/${productId}`).onHand += quantity;
    return 'done';
  }

  pass(ms: number): void {
    this.now += ms;
    for (const order of this.orders.values()) {
      if (order.state !== 'reserved' || order.expiresAt > this.now) continue;
      this.apply(order.lines, 'reserved', -1);
      order.state = 'released';
    }
  }
}

const units = fc.integer({ min: 1, max: 6 });
const key = fc.tuple(fc.constantFrom(...SHOPS), fc.constantFrom(...PRODUCTS)).map((parts) => parts.join('/'));
const orderId = fc.constantFrom(...ORDERS);
const step = fc.oneof(
  fc.record({ do: fc.constant('delta' as const), key, by: fc.integer({ min: -6, max: 6 }).filter(Boolean) }),
  fc.record({ do: fc.constant('set' as const), key, to: fc.integer({ min: 0, max: 8 }) }),
  fc.record({
    do: fc.constant('reserve' as const),
    orderId,
    lines: fc.dictionary(key, units, { minKeys: 1, maxKeys: 3 }),
  }),
  fc.record({
    do: fc.constant('state' as const),
    orderId,
    version: fc.integer({ min: 1, max: 9 }),
    state: fc.constantFrom<State>('reserved', 'taken', 'released'),
  }),
  fc.record({
    do: fc.constant('lines' as const),
    orderId,
    version: fc.integer({ min: 1, max: 9 }),
    state: fc.constantFrom<State>('reserved', 'taken', 'released'),
    lines: fc.dictionary(key, fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 2 })), {
      maxKeys: 3,
    }),
  }),
  fc.record({ do: fc.constant('retire' as const), productId: fc.constantFrom(...PRODUCTS) }),
  fc.record({
    do: fc.constant('transfer' as const),
    productId: fc.constantFrom(...PRODUCTS),
    quantity: units,
  }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(1_000, 59_000, 120_000) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let database: TestDatabase;
let service: TestService;
let now = START;
const clock = { now: () => now };
beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = await startService(database.db, clock);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const keyOf = (path: string) => ({ shopId: path.split('/')[0]!, productId: path.split('/')[1]! });

/** Units of one kind by item. */
const unitsAt = (lines: Record<string, [number, number]>, kind: 0 | 1): Lines =>
  Object.fromEntries(Object.entries(lines).map(([path, parts]) => [path, parts[kind]]));

function runModel(model: Model, s: Step): string {
  switch (s.do) {
    case 'delta':
      return model.adjust(s.key, { delta: s.by });
    case 'set':
      return model.adjust(s.key, { set: s.to });
    case 'reserve':
      return model.reserve(s.orderId, s.lines);
    case 'state':
      return model.setState(s.orderId, s.version, s.state);
    case 'lines':
      return model.setLines(s.orderId, s.version, s.state, unitsAt(s.lines, 0), unitsAt(s.lines, 1));
    case 'retire':
      return model.retire(s.productId);
    case 'transfer':
      return model.transfer(s.productId, s.quantity);
    case 'pass':
      model.pass(s.ms);
      return 'done';
  }
}

function runService(storeId: string, s: Step): Promise<string> {
  const ctx = { ...systemContext('test', deadlineIn(30_000), storeId), actor: contextOf(storeId).actor };
  const { client } = service;
  switch (s.do) {
    case 'delta':
      return outcomeOf(client.adjustStock(ctx, { ...keyOf(s.key), delta: s.by }));
    case 'set':
      return outcomeOf(client.adjustStock(ctx, { ...keyOf(s.key), set: s.to }));
    case 'reserve': {
      const lines = Object.entries(s.lines).map(([path, quantity]) => ({ ...keyOf(path), quantity }));
      return outcomeOf(client.reserveStock(ctx, { orderId: s.orderId, lines, expiresAtMs: now + 120_000 }));
    }
    case 'state': {
      const stock = { orderId: s.orderId, version: s.version, state: STATES[s.state] };
      return outcomeOf(client.setOrderStock(ctx, { stock }));
    }
    case 'lines': {
      const lines = Object.entries(s.lines).map(([path, [quantity, writtenOff]]) => ({
        ...keyOf(path),
        quantity,
        writtenOff,
      }));
      const { orderId: id, version, state } = s;
      const stock = { orderId: id, version, state: STATES[state], lines: { lines } };
      return outcomeOf(client.setOrderStock(ctx, { stock }));
    }
    case 'retire':
      return outcomeOf(client.retireProduct(ctx, { productId: s.productId, variantIds: [] }));
    case 'transfer': {
      const lines = [{ productId: s.productId, quantity: s.quantity }];
      return outcomeOf(client.transferStock(ctx, { fromShopId: 'shp_1', toShopId: 'shp_2', lines }));
    }
    case 'pass':
      now += s.ms;
      return outcomeOf(expireReservationsJob(service.deps).run());
  }
}

test('any sequence of adjustments, reservations, order states, changed lines, transfers and retirements has the same outcome as in the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      now = START;
      await database.db.pool.query('delete from reservation_line; delete from reservation');
      await database.db.pool.query('truncate stock_movement; delete from stock_item');
      const { db } = database;
      const stocked = PRODUCTS.map((id) => item(id, null, 5));
      const storeId = await newStore(
        db,
        PRODUCTS.map((id) => product(id)),
        stocked,
      );
      await publishedStock(db, storeId);
      const model = new Model();
      for (const id of PRODUCTS) model.at(`shp_1/${id}`).onHand = 5;
      const lastPublished = new Map(PRODUCTS.map((id) => [`shp_1/${id}`, [5, 5]]));
      for (const s of steps) expect([s, await runService(storeId, s)]).toEqual([s, runModel(model, s)]);
      for (const event of await publishedStock(db, storeId))
        lastPublished.set(`${event.shopId}/${event.productId}`, [event.onHand, event.available]);

      const rows = await stockOf(db, storeId);
      for (const [path, { onHand, reserved }] of model.stock) {
        expect([path, rows[path] ?? [0, 0]]).toEqual([path, [onHand, reserved]]);
        expect([path, lastPublished.get(path) ?? [0, 0]]).toEqual([path, [onHand, onHand - reserved]]);
      }
      expect(await inconsistencies(db)).toEqual([]);
    }),
    { numRuns: atLongLevel ? 150 : 25 },
  );
});
