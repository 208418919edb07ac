import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { explainAnalyze, planNodes } from '@commerce/service-kit/testing/explain.ts';
import definition from '../src/main.ts';
import { orderInsertMany } from '../src/seed.ts';
import { ORDERS_BY_DAY } from '../src/store/sales-of-day.ts';
import { startClients, type StandIns } from './support/clients.ts';
import { orderRecord } from './support/orders.ts';
import { contextOf, serviceOn } from './support/service.ts';

let database: TestDatabase;
let others: StandIns;
let service: ReturnType<typeof serviceOn>;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  others = await startClients();
  service = serviceOn(database.db, others.clients);
});
afterAll(async () => {
  await others.close();
  await database.drop();
});

const at = (ms: number) => ({ createdAtMs: ms, updatedAtMs: ms });
const count = (firstDay: string, lastDay: string) =>
  service.handlers.getDailyOrders(contextOf(''), { firstDay, lastDay });

// First: the connection has not prepared the statement yet.
test('the count reads the rows of the days only, however many stores there are', async () => {
  const client = await database.db.pool.connect();
  await client.query(`set statement_timeout = '60s'`);
  await client.query(`insert into sales_of_day
    select 'sto_' || s, date '2025-01-01' + d, 'shp_1', 'pos', 'delivered', 10, 100, 0, 100, 0, 0
    from generate_series(1, 60) s, generate_series(0, 364) d`);
  await client.query('analyze sales_of_day');
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    const plan = await explainAnalyze(client, ORDERS_BY_DAY, mode, ['2025-12-02', '2025-12-31']);
    const nodes = planNodes(plan);
    expect(nodes.map((node) => node['Index Name'])).toContain('sales_of_day_by_day');
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  }
  client.release();
});

test('the orders of all stores are counted on their day, with the stores that have orders', async () => {
  const [before, first, third] = [
    Date.UTC(2026, 0, 1, 2, 59),
    Date.UTC(2026, 0, 1, 3),
    Date.UTC(2026, 0, 3, 12),
  ];
  await orderInsertMany(database.db, 'sto_a', [
    orderRecord('sto_a', 1, at(before)),
    orderRecord('sto_a', 2, at(first)),
    orderRecord('sto_a', 3, at(first + 1)),
    orderRecord('sto_a', 4, at(third)),
  ]);
  await orderInsertMany(database.db, 'sto_b', [orderRecord('sto_b', 1, at(first))]);
  expect(await count('2026-01-01', '2026-01-05')).toEqual({
    days: [
      { day: '2026-01-01', orders: 3, stores: 2 },
      { day: '2026-01-03', orders: 1, stores: 1 },
    ],
  });
});

test('days that do not exist, in the wrong order or too many are refused', async () => {
  for (const [firstDay, lastDay] of [
    ['2026-02-30', '2026-03-01'],
    ['2026-03-02', '2026-03-01'],
    ['2025-01-01', '2026-01-02'],
  ] as const)
    await expect(count(firstDay, lastDay)).rejects.toMatchObject({ code: 'invalid_request' });
});
