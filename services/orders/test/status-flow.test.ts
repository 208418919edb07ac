import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { DEFAULT_FLOW, hasStatus, type StatusFlow } from '../src/domain/status-flow.ts';
import { migrations } from '../src/run.ts';
import { orderCounterSet } from '../src/store/order-counter.ts';
import { statusFlowFind, statusFlowReplace } from '../src/store/status-flow.ts';

let database: TestDatabase;
const own: StatusFlow = [
  { status: 'packing', label: 'Armado', kind: 'open' },
  { status: 'delivered', label: 'Entregado', kind: 'fulfilled' },
  { status: 'cancelled', label: 'Cancelado', kind: 'closed_bad' },
];

beforeAll(async () => {
  database = await createTestDatabase(migrations);
});

afterAll(() => database.drop());

describe('the status flow', () => {
  test('of a store is its own, in its order, else the default one', async () => {
    const replace = (flow: StatusFlow) =>
      database.db.transaction((tx) => statusFlowReplace(tx, 'sto_a', flow));
    expect(await statusFlowFind(database.db, 'sto_a')).toEqual(DEFAULT_FLOW);
    await replace(own);
    expect(await statusFlowFind(database.db, 'sto_a')).toEqual(own);
    expect(await statusFlowFind(database.db, 'sto_b')).toEqual(DEFAULT_FLOW);
    await replace(own.toReversed());
    expect(await statusFlowFind(database.db, 'sto_a')).toEqual(own.toReversed());
    await replace([]);
    expect(await statusFlowFind(database.db, 'sto_a')).toEqual(DEFAULT_FLOW);
  });

  test('by default goes from pending to delivered, with the four bad ends', () => {
    expect(DEFAULT_FLOW.filter(({ kind }) => kind === 'open').map(({ status }) => status)).toEqual([
      'pending',
      'confirmed',
      'preparing',
      'shipped',
    ]);
    expect(DEFAULT_FLOW.filter(({ kind }) => kind === 'fulfilled').map(({ status }) => status)).toEqual([
      'delivered',
    ]);
    expect(DEFAULT_FLOW.filter(({ kind }) => kind === 'closed_bad').map(({ status }) => status)).toEqual([
      'cancelled',
      'rejected',
      'returned',
      'expired',
    ]);
    expect(hasStatus(DEFAULT_FLOW, 'packing')).toBe(false);
  });
});

test('the next order number of a store can be set and set again', async () => {
  await orderCounterSet(database.db, 'sto_a', 6001);
  await orderCounterSet(database.db, 'sto_a', 6002);
  await orderCounterSet(database.db, 'sto_b', 1001);
  const { rows } = await database.db.pool.query('select * from order_counter order by store_id');
  expect(rows).toEqual([
    { store_id: 'sto_a', next_number: 6002 },
    { store_id: 'sto_b', next_number: 1001 },
  ]);
});
