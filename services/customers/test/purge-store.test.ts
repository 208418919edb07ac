import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { tablesWithRowsOf } from '@commerce/service-kit/testing/store-rows.ts';
import definition from '../src/main.ts';
import { addCustomerNote } from '../src/rpc/add-customer-note.ts';
import { createCustomer } from '../src/rpc/create-customer.ts';
import { exportCustomerData } from '../src/rpc/export-customer-data.ts';
import { purgeStore } from '../src/rpc/purge-store.ts';
import { requestCustomerData } from '../src/rpc/request-customer-data.ts';
import { fieldsOf } from './support/customers.ts';
import { serviceOn } from './support/service.ts';

let database: TestDatabase;
let service: ReturnType<typeof serviceOn>;
beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = serviceOn(database.db);
});
afterAll(() => database.drop());

/** Adds a customer with a data request whose file was downloaded. */
async function fill(store: string): Promise<void> {
  const fields = fieldsOf({ name: 'Ana', email: 'ana@example.com' });
  const { customer } = await service.call(createCustomer, { fields, mayNotRead: false }, store);
  const { id } = customer!;
  await service.call(addCustomerNote, { customerId: id, text: 'Paga los viernes.' }, store);
  const { requestId } = await service.call(requestCustomerData, { id }, store);
  await service.call(exportCustomerData, { id, requestId, pageToken: Buffer.alloc(0) }, store);
}

test('a purged store has no customers left, and other stores stay', async () => {
  await fill('sto_a');
  await fill('sto_b');
  const before = await tablesWithRowsOf(database.db, 'sto_b');
  expect(before).toContain('data_download');
  while (!(await service.call(purgeStore, {}, 'sto_a')).done);
  expect(await tablesWithRowsOf(database.db, 'sto_a')).toEqual(['outbox', 'store_clock']);
  expect(await tablesWithRowsOf(database.db, 'sto_b')).toEqual(before);
});
