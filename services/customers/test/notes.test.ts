import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { addCustomerNote } from '../src/rpc/add-customer-note.ts';
import { eraseCustomer } from '../src/rpc/erase-customer.ts';
import { exportCustomerData } from '../src/rpc/export-customer-data.ts';
import { getCustomer } from '../src/rpc/get-customer.ts';
import { removeCustomerNote } from '../src/rpc/remove-customer-note.ts';
import { requestCustomerData } from '../src/rpc/request-customer-data.ts';
import definition from '../src/main.ts';
import { customerInsertMany } from '../src/seed.ts';
import { customerId, customerRecord, T0 } from './support/customers.ts';
import { serviceOn } from './support/service.ts';
import { contextOf } from './support/writes.ts';

const SECRET = 'Prefiere que la llamen Chela';
const [id, contact] = [customerId(1), customerId(2)];
const owner: Context = { ...contextOf(), actor: { kind: Actor_Kind.PERSON, id: 'per_a', appId: '' } };
let database: TestDatabase;
let service: ReturnType<typeof serviceOn>;
let now = T0;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = serviceOn(database.db, { now: () => (now += 1_000) });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.pool.query('truncate customer, customer_note, erasure, data_request, data_download');
  await customerInsertMany(database.db, 'sto_a', [
    customerRecord('sto_a', 1),
    customerRecord('sto_a', 2, {}, { kind: 'contact' }),
  ]);
});

const add = (text: string, person = id, ctx = owner) =>
  service.call(addCustomerNote, { customerId: person, text }, ctx);
const notes = async (person = id) =>
  (await service.call(getCustomer, { id: person }, 'sto_a')).notes.map(({ text, createdBy }) => [
    text,
    createdBy,
  ]);

describe('notes about a customer', () => {
  test('notes of customers and contacts are listed newest first with their author, and can be removed', async () => {
    const first = await add('  Paga los viernes.\nSiempre.  ');
    await add('Sin TACC <b>');
    await add('De un contacto', contact);
    expect(await notes()).toEqual([
      ['Sin TACC <b>', 'per_a'],
      ['Paga los viernes.\nSiempre.', 'per_a'],
    ]);
    expect(await notes(contact)).toEqual([['De un contacto', 'per_a']]);
    await service.call(removeCustomerNote, { customerId: id, id: first.id }, owner);
    expect(await notes()).toEqual([['Sin TACC <b>', 'per_a']]);
    await expect(
      service.call(removeCustomerNote, { customerId: id, id: first.id }, owner),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a note of another person, and of another store, cannot be removed', async () => {
    const note = await add('Una');
    for (const [customer, storeId] of [
      [contact, 'sto_a'],
      [id, 'sto_b'],
    ] as const)
      await expect(
        service.call(removeCustomerNote, { customerId: customer, id: note.id }, { ...owner, storeId }),
      ).rejects.toMatchObject({ code: 'not_found' });
    expect(await notes()).toHaveLength(1);
  });

  test.each([
    ['empty', ' \n '],
    ['too long', 'x'.repeat(2_001)],
  ])('a note that is %s is refused', async (_what, text) => {
    await expect(add(text)).rejects.toMatchObject({ code: 'invalid_request', details: [{ field: 'text' }] });
  });

  test('a customer has at most 200 notes', async () => {
    await database.db.pool.query(
      `insert into customer_note select 'sto_a', 'not_' || n, $1, 'x', now(), 'per_a' from generate_series(1, 200) n`,
      [id],
    );
    await expect(add('Otra')).rejects.toMatchObject({ details: [{ reason: 'too_many_notes' }] });
    await add('De otra persona', contact);
  });

  test('the data file contains the notes', async () => {
    await add(SECRET);
    const { requestId } = await service.call(requestCustomerData, { id }, owner);
    const { json } = await service.call(
      exportCustomerData,
      { id, requestId, pageToken: Buffer.alloc(0) },
      owner,
    );
    const file = JSON.parse(Buffer.from(json).toString()) as { customer: { notes: { text: string }[] } };
    expect(file.customer.notes.map(({ text }) => text)).toEqual([SECRET]);
  });

  test('an erasure deletes the notes everywhere in the database, and an erased customer takes no note', async () => {
    const keyed: Context = {
      ...owner,
      idempotency: { key: 'note', fingerprint: Buffer.from('x'), presentation: 'answer' },
    };
    await add(SECRET, id, keyed);
    await add('Queda', contact);
    await service.call(eraseCustomer, { id }, owner);
    expect(await notes()).toEqual([]);
    expect(await notes(contact)).toHaveLength(1);
    await expect(add('Otra')).rejects.toMatchObject({ details: [{ reason: 'customer_erased' }] });
    const tables = await database.db.pool.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    for (const { name } of tables.rows) {
      const found = await database.db.pool.query(
        `select from "${name}" r where r::text like '%Chela%' or r::text like '%' || encode('Chela', 'hex') || '%'`,
      );
      expect(found.rowCount).toBe(0);
    }
  });
});
