import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SandboxServiceService, SeedSize, SeedState } from '@commerce/proto/commerce/orders/v1/sandbox.ts';
import { CashMovementKind, OrderSource } from '@commerce/proto/commerce/orders/v1/values.ts';
import { expireJobs } from '@commerce/service-kit/jobs/expire-jobs.ts';
import { handlersOf } from '@commerce/service-kit/process/service.ts';
import { tablesWithRowsOf } from '@commerce/service-kit/testing/store-rows.ts';
import { seedPlan, seedTotal } from '../src/domain/sandbox/seed-plan.ts';
import * as rpc from '../src/rpc/index.ts';
import { storePurge } from '../src/store/purge.ts';
import { NewOrders } from './support/new-orders.ts';
import { registersOf } from './support/registers.ts';
import { contextOf, refusalOf } from './support/service.ts';

let orders: NewOrders;
let sandbox: ReturnType<typeof handlersOf<typeof SandboxServiceService, NewOrders['service']['deps']>>;

beforeAll(async () => {
  orders = await NewOrders.start();
  sandbox = handlersOf(SandboxServiceService, rpc, orders.service.deps);
});
afterAll(() => orders.close());
beforeEach(() => orders.reset());

describe('the plan of the sample data', () => {
  test.each([
    [SeedSize.SMALL, 47],
    [SeedSize.MEDIUM, 453],
    [SeedSize.NONE, 0],
  ])('of size %s is the same every time, with the documented number of resources', (size, total) => {
    const plan = seedPlan(size);
    expect(seedTotal(plan)).toBe(total);
    expect(seedPlan(size)).toEqual(plan);
  });

  test('names, codes and emails are distinct', () => {
    const { products, customers } = seedPlan(SeedSize.MEDIUM);
    for (const values of [
      products.map(({ name }) => name),
      products.map(({ sku }) => sku),
      customers.map(({ name }) => name),
      customers.map(({ email }) => email),
    ])
      expect(new Set(values).size).toBe(values.length);
  });

  test.each([SeedSize.SMALL, SeedSize.MEDIUM])('of size %s sells no more than the shops have', (size) => {
    const { orders: planned, stock } = seedPlan(size);
    const left = new Map(stock.map((item) => [`${item.shop} ${item.product} ${item.value}`, item.onHand]));
    for (const { shop, lines } of planned)
      for (const { product, value, quantity } of lines) {
        const key = `${shop} ${product} ${value}`;
        left.set(key, left.get(key)! - quantity);
      }
    expect([...left.values()].filter((units) => units < 0)).toEqual([]);
    expect(new Set(planned.map(({ source }) => source))).toContain(OrderSource.POS);
  });
});

describe('starting the sample data', () => {
  test('a store that never had any is ready and empty', async () => {
    const none = { size: SeedSize.NONE, state: SeedState.READY, total: 0, done: 0, failure: '' };
    expect(await sandbox.getSeed(contextOf('sto_new'), {})).toEqual(none);
  });

  test('of concurrent starts one succeeds, and changes are refused until it is done', async () => {
    const starts = [1, 2, 3].map(() =>
      refusalOf(
        sandbox.startSeed(contextOf('sto_busy'), { size: SeedSize.SMALL }) as unknown as Promise<unknown>,
      ),
    );
    expect((await Promise.all(starts)).map(String).toSorted()).toEqual([
      'sandbox_busy',
      'sandbox_busy',
      'undefined',
    ]);
    const progress = { size: SeedSize.SMALL, state: SeedState.SEEDING, total: 47, done: 0, failure: '' };
    expect(await sandbox.getSeed(contextOf('sto_busy'), {})).toEqual(progress);
    const change = { event: 'order.paid', source: OrderSource.UNSPECIFIED };
    const changing = sandbox.runSandboxAction(contextOf('sto_busy'), change) as unknown as Promise<unknown>;
    expect(await refusalOf(changing)).toBe('sandbox_busy');
  });

  test('the size of the sample data stays known after the jobs of that time are deleted', async () => {
    const { db, clock } = orders.service.deps;
    const started = sandbox.startSeed(contextOf('sto_old'), { size: SeedSize.SMALL });
    await (started as unknown as Promise<unknown>);
    await db.pool.query(
      `update bulk_job set state = 'done', updated_at = updated_at - interval '31 days' where store_id = 'sto_old'`,
    );
    await expireJobs(db, clock);
    const seed = await sandbox.getSeed(contextOf('sto_old'), {});
    expect(seed).toMatchObject({ size: SeedSize.SMALL, state: SeedState.READY });
  });

  test('an event that no change publishes is refused', async () => {
    const change = { event: 'toString', source: OrderSource.UNSPECIFIED };
    const changing = sandbox.runSandboxAction(contextOf('sto_a'), change) as unknown as Promise<unknown>;
    expect(await refusalOf(changing)).toBe('invalid_request');
  });
});

test('a purged store has no orders, figures and numbers left, and other stores stay', async () => {
  await orders.create();
  await orders.create({}, undefined, 'body', 'sto_b');
  const registers = registersOf(orders);
  await registers.move((await registers.open()).id, CashMovementKind.PAY_IN, 100);
  const { db } = orders.service.deps;
  const before = await tablesWithRowsOf(db, 'sto_b');
  expect(before).toEqual(expect.arrayContaining(['order_line', 'sales_of_day', 'order_counter']));
  while (await db.transaction((tx) => storePurge(tx, 'sto_a')));
  expect(await tablesWithRowsOf(db, 'sto_a')).toEqual(['outbox', 'store_clock']);
  expect(await tablesWithRowsOf(db, 'sto_b')).toEqual(before);
});
