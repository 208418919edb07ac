import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  GetOrderSettingsResponse,
  GetStatusFlowResponse,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource, PaymentGateway, PaymentStatus } from '@commerce/proto/commerce/orders/v1/values.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { stampVersion } from '@commerce/service-kit/version.ts';
import definition from '../src/main.ts';
import { orderInsertMany } from '../src/seed.ts';
import { fullOrder, orderId, orderRecord } from './support/orders.ts';
import { contextOf, unavailableClients, orderOf, serviceOn } from './support/service.ts';

let database: TestDatabase;
let service: ReturnType<typeof serviceOn>;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = serviceOn(database.db, unavailableClients());
});
afterAll(() => database.drop());

const HOUR = 3_600_000;
const ctx = () => contextOf('sto_a');
const CHANGED = { code: 'conflict', details: [{ reason: 'changed_since_read' }] };

/** Checks that one of two changes from the same version succeeds and the other is refused. */
async function expectOneWins(change: (n: number) => unknown): Promise<void> {
  const results = await Promise.allSettled([change(1), change(2)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: CHANGED });
}

test('one of two changes of the order settings from the same version wins, also for the first settings', async () => {
  for (const round of [1, 2]) {
    const { version } = (await service.handlers.getOrderSettings(ctx(), {})) as GetOrderSettingsResponse;
    await expectOneWins((n) =>
      service.handlers.putOrderSettings(ctx(), {
        settings: { orderExpiryMs: (n + 10 * round) * HOUR },
        expectedVersion: version,
      }),
    );
  }
});

test('one of two changes of the status flow from the same version wins, also for the first flow', async () => {
  for (const round of [1, 2]) {
    const { version } = (await service.handlers.getStatusFlow(ctx(), {})) as GetStatusFlowResponse;
    await expectOneWins((n) =>
      service.handlers.putStatusFlow(ctx(), {
        steps: [{ status: `armado_${round}_${n}`, label: 'Armado' }],
        expectedVersion: version,
      }),
    );
  }
});

test('one of two changes of the shipping or tracking of an order from the same version wins', async () => {
  const { shipping } = fullOrder('sto_a', 1).order;
  const payment = { gateway: PaymentGateway.CASH, status: PaymentStatus.PENDING };
  const fields = { source: OrderSource.PHONE, shipping: shipping!, payment };
  await orderInsertMany(database.db, 'sto_a', [orderRecord('sto_a', 1, fields)]);
  const id = orderId(1);
  const tracked = await service.handlers.setOrderTracking(ctx(), {
    id,
    trackingNumber: 'AR-0',
    trackingUrl: undefined,
  });
  const version = stampVersion(orderOf(tracked).updatedAtMs);
  await expectOneWins((n) =>
    service.handlers.setOrderTracking(ctx(), {
      id,
      trackingNumber: `AR-${n}`,
      trackingUrl: undefined,
      expectedVersion: version,
    }),
  );
  const edit = { id, shipping: { ...shipping!, recipientName: 'Otra' }, expectedVersion: version };
  await expect(service.handlers.editShipping(ctx(), edit)).rejects.toMatchObject(CHANGED);
});
