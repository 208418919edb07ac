import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BuyersServiceService } from '@commerce/proto/commerce/orders/v1/buyers.ts';
import { PaymentGateway, PaymentStatus } from '@commerce/proto/commerce/orders/v1/values.ts';
import { handlersOf } from '@commerce/service-kit/process/service.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { explainAnalyze, planNodes } from '@commerce/service-kit/testing/explain.ts';
import { longTest } from '@commerce/service-kit/testing/level.ts';
import definition from '../src/main.ts';
import * as rpc from '../src/rpc/index.ts';
import { orderInsertMany } from '../src/seed.ts';
import { BUYER_FIGURES } from '../src/store/buyer-figures.ts';
import { idOf, orderId, orderRecord, T0 } from './support/orders.ts';
import { contextOf, unavailableClients, serviceOn } from './support/service.ts';

const ana = { id: idOf('cus', 1), name: 'Ana', email: 'ana@example.com', phone: '' };
const other = { ...ana, id: idOf('cus', 2) };
const ON_ACCOUNT = { gateway: PaymentGateway.CREDIT_ACCOUNT, status: PaymentStatus.PENDING };

let database: TestDatabase;
let figuresOf: (storeId: string, customerId: string) => Promise<unknown>;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  const { deps } = serviceOn(database.db, unavailableClients());
  const { getBuyerFigures } = handlersOf(BuyersServiceService, rpc, deps);
  figuresOf = async (storeId, customerId) => getBuyerFigures(contextOf(storeId), { customerId });
  const order = (n: number, fields: object) =>
    orderRecord('sto_a', n, {
      customer: ana,
      totalCentavos: 1_000 * n,
      createdAtMs: T0 + n,
      updatedAtMs: T0 + n,
      ...fields,
    });
  await orderInsertMany(database.db, 'sto_a', [
    order(1, { status: 'delivered' }),
    order(2, { status: 'pending', payment: ON_ACCOUNT }),
    order(3, { status: 'delivered', payment: ON_ACCOUNT }),
    order(4, { status: 'delivered', payment: { ...ON_ACCOUNT, status: PaymentStatus.PAID } }),
    order(5, { status: 'cancelled', payment: ON_ACCOUNT }),
    order(6, { status: 'returned' }),
    order(7, { status: 'delivered', customer: other }),
    order(8, { status: 'delivered', customer: undefined }),
    order(9, { status: 'delivered', payment: { ...ON_ACCOUNT, status: PaymentStatus.FAILED } }),
  ]);
  await orderInsertMany(database.db, 'sto_b', [orderRecord('sto_b', 10, { customer: ana })]);
});
afterAll(() => database.drop());

describe('figures of a buyer', () => {
  test('they sum up the orders without a bad end, and the unpaid ones on the account are the balance', async () => {
    expect(await figuresOf('sto_a', ana.id)).toEqual({
      orders: 5,
      totalCentavos: 19_000,
      accountBalanceCentavos: 14_000,
      unpaidOrders: 3,
      last: { id: orderId(9), orderNumber: '1010', createdAtMs: T0 + 9 },
    });
  });

  test('what was collected of an unpaid order on the account, less what was given back, reduces the balance', async () => {
    await orderInsertMany(database.db, 'sto_parts', [
      orderRecord('sto_parts', 20, {
        customer: ana,
        status: 'delivered',
        payment: ON_ACCOUNT,
        totalCentavos: 9_000,
      }),
    ]);
    await database.db.pool.query(
      `insert into order_payment (store_id, order_id, position, kind, gateway, amount_centavos, actor_kind, actor_id, at)
       select 'sto_parts', $1, n, kind, 'cash', amount, 'person', 'prs_1', now()
       from (values (1, 'payment', 4000), (2, 'refund', 1000)) entry (n, kind, amount)`,
      [orderId(20)],
    );
    expect(await figuresOf('sto_parts', ana.id)).toMatchObject({
      accountBalanceCentavos: 6_000,
      unpaidOrders: 1,
    });
  });

  test('a customer without orders, and one of another store, have none', async () => {
    const none = { orders: 0, totalCentavos: 0, accountBalanceCentavos: 0, unpaidOrders: 0, last: undefined };
    expect(await figuresOf('sto_a', idOf('cus', 3))).toEqual(none);
    expect(await figuresOf('sto_c', ana.id)).toEqual(none);
  });

  longTest(
    "the figures of a buyer with many orders among many buyers are read from the buyer's index, the newest ones only",
    async () => {
      await database.db.pool
        .query(`insert into "order" (store_id, id, order_number, status, source, shop_id, customer_id,
        total_centavos, discount_centavos, payment_gateway, payment_status, created_at, updated_at, message, encoding)
      select 'sto_big', 'ord_' || lpad(n::text, 26, '0'), n::text, 'delivered', 'pos', 'shp',
        case when n % 2 = 0 then 'cus_wholesale' else 'cus_' || n % 5000 end, 100, 0, 'cash', 'paid',
        timestamptz '2025-01-01' + n * interval '1 min', timestamptz '2025-01-01' + n * interval '1 min', 'x', 1
      from generate_series(1, 24000) n`);
      await database.db.pool.query('vacuum analyze "order"');
      const client = await database.db.pool.connect();
      try {
        // The statement is prepared already on this connection.
        await client.query('deallocate all');
        for (const mode of ['force_generic_plan', 'force_custom_plan']) {
          const plan = planNodes(
            await explainAnalyze(client, BUYER_FIGURES, mode, ['sto_big', 'cus_wholesale']),
          );
          const scan = plan.find((node) => node['Node Type'].endsWith('Scan') && node['Index Name']);
          expect(scan!['Index Name']).toBe('order_of_customer');

          expect(plan.map((node) => node['Node Type'])).not.toContain('Seq Scan');
        }
      } finally {
        client.release(true);
      }
    },
  );
});
