import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { NO_GRANTS } from '@commerce/public-api/route.ts';
import { type HandlerInput, type Operation, versions } from '@commerce/public-api/versions.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { GrpcServer } from '@commerce/service-kit/grpc/server.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { addServices } from '@commerce/service-kit/process/service.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import authService from '../../../services/auth/src/main.ts';
import { AuthFixture } from '../../../services/auth/test/support/fixture.ts';
import customers from '../../../services/customers/src/main.ts';

import { serviceOn } from '../../../services/customers/test/support/service.ts';
import { connectServices, type Services } from '../../src/grpc/services.ts';
import type { Call } from '../../src/public/call.ts';
import { handlers } from '../../src/public/handlers/index.ts';

let auth: AuthFixture;
let database: TestDatabase;
let server: GrpcServer;
let services: Services;

beforeAll(async () => {
  auth = await AuthFixture.create();
  database = await createTestDatabase(customers.migrations);
  server = new GrpcServer(createLogger('test', 'silent'), { maxConnectionAgeMs: 60_000 });
  addServices(server, authService.rpc(auth.deps));
  addServices(server, customers.rpc(serviceOn(database.db).deps));
  const here = `127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
  const [catalog, pricing, inventory, orders, webhooks] = [here, here, here, here, here];
  services = connectServices(
    { auth: here, customers: here, catalog, pricing, inventory, orders, webhooks },
    { keepBytes: 1_000_000 },
  );
});
afterAll(async () => {
  services.close();
  await server.close(1_000);
  await database.drop();
  await auth.close();
});

const { routes } = versions.find(({ prefix }) => prefix === '2026-10')!;

/** Response of the newest version to an installation. */
async function answer<Op extends Operation>(
  operation: Op,
  input: Partial<HandlerInput<Op>>,
  context: Partial<Context> = {},
): Promise<{ data: Record<string, unknown> }> {
  const actor = { kind: Actor_Kind.INSTALLATION, id: 'ins_a', appId: 'app_a' };
  const ctx = { storeId: 'sto_a', actor, requestId: 'r', deadlineMs: deadlineIn(10_000), ...context };
  const call = { ctx, scopes: new Set(['read_customers']), services } as unknown as Call;
  const result = await handlers[operation](call, input as never);
  return routes[operation]!.present(result as never, NO_GRANTS) as never;
}

describe('a customer', () => {
  const address = {
    street: 'Defensa',
    street_number: '567',
    apartment: null,
    city: 'CABA',
    state: 'CABA',
    postal_code: 'C1065',
    notes: 'Timbre 3 B',
  };
  const full = {
    name: 'Ana',
    email: 'Ana@example.com',
    phone: '+541155550101',
    document: { type: 'DNI' as const, number: '30123456' },
    shipping_addresses: [address],
  };

  test('is returned as it was sent, and as a get returns it', async () => {
    const created = await answer('createCustomer', { body: full });
    expect(created.data).toMatchObject({ ...full, customer_type: 'individual', tags: [] });
    const params = { id: created.data['id'] as string };
    expect(await answer('getCustomer', { params })).toEqual(created);
  });

  test('loses values that a change sets to null, and keeps those that it omits', async () => {
    const { data } = await answer('createCustomer', { body: { ...full, email: null } });
    const params = { id: data['id'] as string };
    const change = async (body: HandlerInput<'updateCustomer'>['body']) =>
      (await answer('updateCustomer', { params, body })).data;
    expect(await change({ phone: null })).toMatchObject({ ...full, email: '', phone: '' });
    expect(await change({ document: null })).toMatchObject({ document: null, shipping_addresses: [address] });
    expect(await change({ shipping_addresses: [] })).toMatchObject({ name: 'Ana', shipping_addresses: [] });
    await expect(
      answer('updateCustomer', { params: { id: 'x' }, body: { name: 'B' } }),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

test('deleting an installation is confirmed, and its next request is rejected', async () => {
  const { accessToken, installationId, storeId } = await auth.install(
    await auth.newApp(),
    await auth.newStore(),
  );
  const actor = { kind: Actor_Kind.INSTALLATION, id: installationId, appId: 'app_a' };
  expect(await answer('deleteInstallation', {}, { storeId, actor })).toEqual({ data: { uninstalled: true } });
  expect(await auth.isAccepted(accessToken)).toBe(false);
});
