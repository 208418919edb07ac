import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import type { CustomerFields } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { promoteContact } from '../src/rpc/promote-contact.ts';
import { updateCustomer } from '../src/rpc/update-customer.ts';
import definition from '../src/main.ts';
import { customerInsertMany } from '../src/seed.ts';
import { customerId, customerRecord, fieldsOf } from './support/customers.ts';
import { serviceOn } from './support/service.ts';

let database: TestDatabase;
let service: ReturnType<typeof serviceOn>;
const TAX_ID = '20301112223';

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = serviceOn(database.db);
  await customerInsertMany(database.db, 'sto_a', [
    customerRecord('sto_a', 1),
    // The record's dni is wrong on purpose: the public one is derived from the document.
    customerRecord('sto_a', 2, { dni: TAX_ID }, { documentType: 'CUIT', documentNumber: TAX_ID }),
    customerRecord('sto_a', 3, { dni: TAX_ID }, { documentType: null, documentNumber: null }),
    customerRecord('sto_a', 4, {}, { kind: 'contact' }),
    customerRecord('sto_a', 5, {}, { kind: 'team_member' }),
  ]);
});

afterAll(() => database.drop());

const find = (storeId: string, ...numbers: number[]) =>
  service.batch(numbers.map((n) => ({ storeId, id: customerId(n) })));
const stored = async (): Promise<unknown[]> =>
  (
    await database.db.pool.query(
      "select id, message, encoding from customer where kind = 'customer' order by id",
    )
  ).rows;
const stale = () =>
  database.db.pool.query(
    "update customer set message = message || '\\xc23e0131', encoding = 0 where encoding <> 0",
  );

const change = (fields: Partial<CustomerFields>) =>
  service.call(updateCustomer, { id: customerId(2), fields: fieldsOf(fields) }, 'sto_a');

describe('a tax identifier', () => {
  test('a tax identifier is in no response, stored or rebuilt', async () => {
    for (const prepare of [async () => undefined, stale]) {
      await prepare();
      expect((await service.wire('sto_a', {})).includes(TAX_ID)).toBe(false);
      await prepare();
      expect((await find('sto_a', 1, 2, 3)).map(({ dni }) => dni)).toEqual([
        '30111222',
        undefined,
        undefined,
      ]);
    }
  });

  test('a tax identifier stays in the columns through a change, and no DNI replaces it', async () => {
    const { customer } = await change({ name: 'Otra', dni: '' });
    expect(customer).toMatchObject({ name: 'Otra', dni: undefined });
    expect(await find('sto_a', 2)).toEqual([customer]);
    await expect(change({ dni: '30111222' })).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'document', reason: 'invalid_value' }],
    });
    const { rows } = await database.db.pool.query(
      'select document_type, document_number from customer where id = $1',
      [customerId(2)],
    );
    expect(rows).toEqual([{ document_type: 'CUIT', document_number: TAX_ID }]);
  });
});

describe('contacts and team members', () => {
  test('contacts, team members and customers of other stores are neither listed nor found', async () => {
    const listed = (await service.pages('sto_a', {})).flat();
    expect(listed.map(({ id }) => id).toSorted()).toEqual([1, 2, 3].map(customerId));
    const emails = (await service.pages('sto_a', { email: 'ana4@example.com' })).flat();
    expect(emails).toEqual([]);
    const found = await find('sto_a', 5, 1, 4, 9, 1);
    expect(found.map(({ id }) => id)).toEqual(['', customerId(1), '', '', customerId(1)]);
    expect((await find('sto_b', 1)).map(({ id }) => id)).toEqual(['']);
  });

  test('contacts are listed once they are customers', async () => {
    const { customer } = await service.call(promoteContact, { id: customerId(4) }, 'sto_a');
    const [page] = await service.pages('sto_a', { updatedSinceMs: customer!.updatedAtMs });
    expect(page!.map(({ id }) => id)).toEqual([customerId(4)]);
  });
});

test('a stale encoding is rebuilt from the columns, byte for byte, and stored', async () => {
  const before = await stored();
  const listed = await service.wire('sto_a', {});
  await stale();
  expect(await service.wire('sto_a', {})).toEqual(listed);
  expect(await stored()).toEqual(before);
});
