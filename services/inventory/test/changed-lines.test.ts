import { describe, expect, test } from 'vitest';
import { OrderStock_State, OrderUpdated } from '@commerce/proto/commerce/orders/v1/events.ts';
import { systemActor } from '@commerce/service-kit/context.ts';
import { ordersEvents } from '../src/events/consume/orders.ts';
import { orderWorld, stock } from './support/orders.ts';
import { contextOf, outcomeOf } from './support/service.ts';
import { inconsistencies, stockOf } from './support/stock.ts';

const world = orderWorld();
const { RESERVED, TAKEN, RELEASED } = OrderStock_State;

const lineOf = ([productId, quantity, lost = 0]: [string, number, number?]) => ({
  shopId: 'shp_1',
  productId,
  variantId: undefined,
  quantity,
  writtenOff: lost,
});
const replace = (
  storeId: string,
  version: number,
  state: OrderStock_State,
  lines: [string, number, number?][],
  takesOver?: string,
) =>
  world.service.client.setOrderStock(contextOf(storeId), {
    stock: { orderId: 'ord_1', version, state, lines: { lines: lines.map(lineOf) }, takesOver },
  });
/** Handles the event of a version of the order in a transaction that commits. */
const receive = (
  storeId: string,
  version: number,
  state: OrderStock_State,
  lines: [string, number, number?][],
  takesOver?: string,
) => {
  const { deps } = world.service;
  const change = { orderId: 'ord_1', version, state, lines: { lines: lines.map(lineOf) }, takesOver };
  const payload = OrderUpdated.encode({
    status: 'pending',
    previousStatus: 'pending',
    changed: ['line_items'],
    stock: change,
  }).finish();
  const event = {
    id: 'evt_1',
    type: 'order.updated',
    occurredAtMs: 0,
    storeId,
    actor: systemActor,
    subjectId: 'ord_1',
    requestId: '',
    traceparent: '',
    payload: Buffer.from(payload),
  };
  const ctx = contextOf(storeId);
  return deps.writer.change(ctx, (unit) => ordersEvents(deps).handlers['order.updated']!(unit, event, ctx));
};
const reservations = async (storeId: string) => {
  const { rows } = await world.db.pool.query<{ order_id: string; state: string }>(
    "select order_id, state from reservation where store_id = $1 and order_id <> 'ord_held' order by 1",
    [storeId],
  );
  return rows.map((row) => `${row.order_id} ${row.state}`);
};
const units = async (storeId: string) => stockOf(world.db, storeId);

describe('SetOrderStock with lines', () => {
  test('moves the difference, takes over the reservation of what is added, and skips services', async () => {
    const storeId = await world.stockedStore();
    await world.reserveFor(storeId, 'ord_1', ['prd_1', 3]);
    await world.reserveFor(storeId, 'ord_2', ['prd_1', 2], ['prd_2', 5]);
    expect(await units(storeId)).toEqual(stock([10, 5], [5, 5]));
    const edited: [string, number][] = [
      ['prd_1', 5],
      ['prd_2', 5],
      ['prd_3', 1],
    ];
    await replace(storeId, 2, RESERVED, edited, 'ord_2');
    await replace(storeId, 2, RESERVED, edited, 'ord_2');
    expect(await units(storeId)).toEqual(stock([10, 5], [5, 5]));
    world.pass(120_000);
    await world.expire();
    expect(await units(storeId)).toEqual(stock([10, 5], [5, 5]));
    await replace(storeId, 3, RESERVED, [['prd_1', 1]]);
    expect(await units(storeId)).toEqual(stock([10, 1], [5, 0]));
    await replace(storeId, 4, TAKEN, [['prd_1', 1]]);
    expect(await units(storeId)).toEqual(stock([9, 0], [5, 0]));
    expect(await inconsistencies(world.db)).toEqual([]);
  });

  test('reserves what is added again when its reservation expired, or changes nothing when there is too little', async () => {
    const storeId = await world.stockedStore();
    await world.reserveFor(storeId, 'ord_1', ['prd_2', 1]);
    await world.set(storeId, 'ord_1', 1, RESERVED);
    await world.reserveFor(storeId, 'ord_2', ['prd_2', 4]);
    world.pass(120_000);
    await world.expire();
    await world.reserveFor(storeId, 'ord_3', ['prd_2', 2]);
    const refused = await outcomeOf(replace(storeId, 2, RESERVED, [['prd_2', 5]], 'ord_2'));
    expect(refused).toBe('insufficient_stock');
    expect(await units(storeId)).toEqual(stock([10, 0], [5, 3]));
    await world.set(storeId, 'ord_3', 1, RELEASED);
    await replace(storeId, 2, RESERVED, [['prd_2', 5]], 'ord_2');
    expect(await units(storeId)).toEqual(stock([10, 0], [5, 5]));
  });

  test('an older version changes nothing, in whichever order versions arrive', async () => {
    const storeId = await world.stockedStore();
    await world.reserveFor(storeId, 'ord_1', ['prd_1', 3]);
    await replace(storeId, 3, TAKEN, [['prd_1', 4]]);
    await replace(storeId, 2, RESERVED, [['prd_1', 4]]);
    await world.set(storeId, 'ord_1', 1, RESERVED);
    expect(await units(storeId)).toEqual(stock([6, 0], [5, 0]));
  });

  test('puts returned units back on the shelf, and leaves those that were written off away in every state', async () => {
    const storeId = await world.stockedStore();
    await world.reserveFor(storeId, 'ord_1', ['prd_1', 4], ['prd_2', 2]);
    await world.set(storeId, 'ord_1', 2, TAKEN);
    await replace(storeId, 3, TAKEN, [
      ['prd_1', 2, 1],
      ['prd_2', 1, 0],
    ]);
    expect(await units(storeId)).toEqual(stock([7, 0], [4, 0]));
    await replace(storeId, 4, RELEASED, [
      ['prd_1', 2, 1],
      ['prd_2', 0, 1],
    ]);
    expect(await units(storeId)).toEqual(stock([9, 0], [4, 0]));
    expect(await inconsistencies(world.db)).toEqual([]);
  });

  test('gives stock to an order that had none', async () => {
    const storeId = await world.stockedStore();
    expect(await outcomeOf(world.set(storeId, 'ord_1', 1, RESERVED))).toBe('not_found');
    await world.reserveFor(storeId, 'ord_2', ['prd_1', 2]);
    await replace(storeId, 2, RESERVED, [['prd_1', 2]], 'ord_2');
    expect(await units(storeId)).toEqual(stock([10, 2], [5, 0]));
    await world.expire();
    expect(await units(storeId)).toEqual(stock([10, 2], [5, 0]));
  });
});

describe('a refused event of an order', () => {
  test('leaves the reservation that it takes over, which then expires', async () => {
    const storeId = await world.stockedStore();
    await world.reserveFor(storeId, 'ord_1', ['prd_1', 3]);
    world.pass(120_000);
    await world.expire();
    await world.reserveFor(storeId, 'ord_2', ['prd_1', 10]);
    await world.set(storeId, 'ord_2', 1, RESERVED);
    await world.reserveFor(storeId, 'ord_3', ['prd_2', 1]);
    const edited: [string, number][] = [
      ['prd_1', 3],
      ['prd_2', 1],
    ];
    expect(await outcomeOf(replace(storeId, 2, RESERVED, edited, 'ord_3'))).toBe('insufficient_stock');
    await receive(storeId, 2, RESERVED, edited, 'ord_3');
    expect(await reservations(storeId)).toEqual(['ord_1 released', 'ord_2 reserved', 'ord_3 reserved']);
    expect(await inconsistencies(world.db)).toEqual([]);
    world.pass(120_000);
    await world.expire();
    expect(await units(storeId)).toEqual(stock([10, 10], [5, 0]));
    expect(await inconsistencies(world.db)).toEqual([]);
  });

  test('leaves no reservation for an order that had none', async () => {
    const storeId = await world.stockedStore();
    await world.reserveFor(storeId, 'ord_2', ['prd_2', 5]);
    await receive(storeId, 2, RESERVED, [['prd_2', 1]]);
    expect(await reservations(storeId)).toEqual(['ord_2 reserved']);
    expect(await outcomeOf(world.set(storeId, 'ord_1', 3, TAKEN))).toBe('not_found');
  });
});
