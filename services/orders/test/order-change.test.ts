import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PaymentGateway, PaymentStatus } from '@commerce/proto/commerce/orders/v1/values.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import type { OrderChange } from '../src/domain/order-change.ts';
import type { OrderRecord } from '../src/domain/order.ts';
import definition from '../src/main.ts';
import { orderInsertMany } from '../src/seed.ts';
import { applyChange } from '../src/use-cases/change-order.ts';
import { fullOrder, orderId, orderRecord, T0 } from './support/orders.ts';
import { unavailableClients, serviceOn } from './support/service.ts';

let database: TestDatabase;
let service: ReturnType<typeof serviceOn>;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = serviceOn(database.db, unavailableClients(), { now: () => T0 + 5_000 });
});

afterAll(() => database.drop());

const paymentChange = (record: OrderRecord): OrderChange => ({
  record,
  changed: ['payment'],
  history: [{ kind: 'payment' }],
});
const change = (storeId: string, id: string, to: (record: OrderRecord) => OrderRecord) => {
  const { deps } = service;
  const ctx = systemContext('request', deadlineIn(30_000), storeId);
  return deps.writer.change(
    ctx,
    async (unit) => (await applyChange(unit, deps, ctx, id, (record) => paymentChange(to(record)))).after,
  );
};
const read = async (storeId: string, n: number) => (await service.batch([{ storeId, id: orderId(n) }]))[0]!;

describe('a change of an order', () => {
  test('a change is stamped, increases the version and is visible to the next read', async () => {
    await orderInsertMany(database.db, 'sto_a', [fullOrder('sto_a', 1), fullOrder('sto_a', 2)]);
    const written = await change('sto_a', orderId(1), (record) => ({
      ...record,
      order: {
        ...record.order,
        payment: { gateway: PaymentGateway.CARD_ONLINE, status: PaymentStatus.FAILED },
        shipping: undefined,
      },
    }));
    const order = await read('sto_a', 1);
    expect(order).toEqual(written.order);
    expect(order).toMatchObject({ payment: { status: PaymentStatus.FAILED }, updatedAtMs: T0 + 5_000 });
    expect(order.shipping).toBeUndefined();
    expect(written.version).toBe(2);
    expect(await read('sto_a', 2)).toEqual(fullOrder('sto_a', 2).order);
    const [page] = await service.pages('sto_a', { updatedSinceMs: T0 + 1 });
    expect(page!.map(({ id }) => id)).toEqual([orderId(1)]);
  });

  test('a change has a later time than every seeded order, even if the clock is behind', async () => {
    const late = T0 + 1_000_000;
    await orderInsertMany(database.db, 'sto_late', [
      orderRecord('sto_late', 1, { updatedAtMs: late }),
      orderRecord('sto_late', 2),
    ]);
    const written = await change('sto_late', orderId(2), (record) => record);
    expect(written.order.updatedAtMs).toBe(late + 1);
  });

  test("a change does not find another store's order", async () => {
    await expect(change('sto_b', orderId(1), (record) => record)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('a failed change leaves the order unchanged', async () => {
    const before = await read('sto_a', 2);
    await expect(
      change('sto_a', orderId(2), () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await read('sto_a', 2)).toEqual(before);
  });

  test('concurrent changes run one after the other, and none is lost', async () => {
    await orderInsertMany(database.db, 'sto_many', [orderRecord('sto_many', 1, { totalCentavos: 0 })]);
    await Promise.all(
      Array.from({ length: 12 }, () =>
        change('sto_many', orderId(1), (record) => ({
          ...record,
          order: { ...record.order, totalCentavos: record.order.totalCentavos + 1 },
        })),
      ),
    );
    expect(await read('sto_many', 1)).toMatchObject({ totalCentavos: 12, updatedAtMs: T0 + 5_011 });
  });
});

describe('an outdated encoding', () => {
  test('an outdated message is rebuilt from the columns byte for byte by lists and batches, and stored', async () => {
    const records = [fullOrder('sto_x', 1), orderRecord('sto_x', 2), fullOrder('sto_x', 3)];
    await orderInsertMany(database.db, 'sto_x', records);
    const before = await stored();
    await spoilMessages();
    expect(await read('sto_x', 1)).toEqual(records[0]!.order);
    const [page] = await service.pages('sto_x', {});
    expect(page).toEqual(records.map(({ order }) => order));
    expect(await stored()).toEqual(before);
  });
});

function stored(): Promise<unknown[]> {
  return query('select message, encoding from "order" where store_id = \'sto_x\' order by id');
}

async function query(sql: string): Promise<unknown[]> {
  return (await database.db.pool.query(sql)).rows as unknown[];
}

async function spoilMessages(): Promise<void> {
  await query(`update "order" set message = message || '\\xc23e0131', encoding = 0 where store_id = 'sto_x'`);
}
