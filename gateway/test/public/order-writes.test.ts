import { afterAll, beforeAll, expect, test } from 'vitest';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { NO_GRANTS } from '@commerce/public-api/route.ts';
import { versions, type HandlerInput, type Operation } from '@commerce/public-api/versions.ts';
import { GrpcServer } from '@commerce/service-kit/grpc/server.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { addServices } from '@commerce/service-kit/process/service.ts';
import orders from '../../../services/orders/src/main.ts';
import { orderInsertMany } from '../../../services/orders/src/seed.ts';
import { fullOrder, orderId, orderRecord } from '../../../services/orders/test/support/orders.ts';
import { depsOn, unavailableClients } from '../../../services/orders/test/support/service.ts';
import { connectServices, type Services } from '../../src/grpc/services.ts';
import type { Call } from '../../src/public/call.ts';
import { handlers } from '../../src/public/handlers/index.ts';

let database: TestDatabase;
let server: GrpcServer;
let services: Services;

beforeAll(async () => {
  database = await createTestDatabase(orders.migrations);
  await orderInsertMany(database.db, 'sto_a', [fullOrder('sto_a', 1), orderRecord('sto_a', 2)]);
  server = new GrpcServer(createLogger('test', 'silent'), { maxConnectionAgeMs: 60_000 });
  addServices(server, orders.rpc(depsOn(database.db, unavailableClients())));
  const here = `127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
  const others = {
    auth: here,
    catalog: here,
    pricing: here,
    inventory: here,
    customers: here,
    webhooks: here,
  };
  services = connectServices({ ...others, orders: here }, { keepBytes: 1_000_000 });
});
afterAll(async () => {
  services.close();
  await server.close(1_000);
  await database.drop();
});

const { routes } = versions.find(({ prefix }) => prefix === '2026-10')!;

/** Response of the newest version to an installation. */
async function answer<Op extends Operation>(
  operation: Op,
  input: Partial<HandlerInput<Op>>,
): Promise<{ data: Record<string, unknown> }> {
  const actor = { kind: Actor_Kind.INSTALLATION, id: 'ins_a', appId: 'app_a' };
  const ctx = { storeId: 'sto_a', actor, requestId: 'r', deadlineMs: deadlineIn(10_000) };
  const result = await handlers[operation]({ ctx, services } as unknown as Call, input as never);
  const route = routes[operation]!;
  const body = route.present(result as never, NO_GRANTS);
  return route.success.schema.parse(body) as never;
}

test('setting a status by id or number returns the order as a get does', async () => {
  const moved = await answer('setOrderStatus', { params: { id: '1002' }, body: { status: 'preparing' } });
  expect(moved.data).toMatchObject({ id: orderId(1), order_number: '1002', status: 'preparing' });
  expect(await answer('getOrder', { params: { id: orderId(1) } })).toEqual(moved);
});

test('setting tracking data returns them in the shipping of the order', async () => {
  const body = { tracking_number: 'AR-7', tracking_url: 'https://envios.example/AR-7' };
  const { data } = await answer('setOrderTracking', { params: { id: orderId(1) }, body });
  expect(data['shipping']).toMatchObject(body);
});

test.each([
  ['setOrderStatus', 'x', { status: 'shipped' }, 'not_found'],
  ['setOrderTracking', orderId(9), { tracking_number: '1' }, 'not_found'],
  ['setOrderTracking', orderId(2), { tracking_number: '1' }, 'no_shipping'],
  ['setOrderStatus', orderId(1), { status: 'confirmed' }, 'invalid_transition'],
] as const)('%s of %s with %j is rejected with %s', async (operation, id, body, reason) => {
  const fault = await answer(operation, { params: { id }, body: body as never }).catch(
    (error: unknown) => error as { code: string; details: { reason: string }[] },
  );
  expect([
    (fault as { code: string }).code,
    (fault as { details: { reason: string }[] }).details[0]?.reason,
  ]).toContain(reason);
});
