import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CustomerDataRequest } from '@commerce/proto/commerce/customers/v1/events.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { drainOutbox } from '@commerce/service-kit/testing/writer.ts';
import { createContact } from '../src/rpc/create-contact.ts';
import { eraseCustomer } from '../src/rpc/erase-customer.ts';
import { promoteContact } from '../src/rpc/promote-contact.ts';
import { requestCustomerData } from '../src/rpc/request-customer-data.ts';
import { setCustomerTags } from '../src/rpc/set-customer-tags.ts';
import definition from '../src/main.ts';
import { customerInsertMany } from '../src/seed.ts';
import { customerId, customerRecord, fieldsOf, T0 } from './support/customers.ts';
import { serviceOn } from './support/service.ts';

const NOW = T0 + 86_400_000;
const [customer, contact, member] = [customerId(1), customerId(2), customerId(3)];
const HASH_OF_ANA1 = createHash('sha256').update('ana1@example.com').digest('hex');
let database: TestDatabase;
let service: ReturnType<typeof serviceOn>;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = serviceOn(database.db, { now: () => NOW });
});
afterAll(() => database.drop());
afterEach(async () => {
  await database.db.pool.query('truncate customer, outbox, store_clock, erasure, data_request cascade');
});

const insert = () =>
  customerInsertMany(database.db, 'sto_a', [
    customerRecord('sto_a', 1, { email: ' Ana1@example.com ' }),
    customerRecord('sto_a', 2, {}, { kind: 'contact' }),
    customerRecord('sto_a', 3, {}, { kind: 'team_member' }),
  ]);
const events = () => drainOutbox(database.db);
const publishedTypes = async () => (await events()).map(({ type, subjectId }) => [type, subjectId]);

const set = (id: string, tags: string[]) => service.call(setCustomerTags, { id, tags }, 'sto_a');
const make = (fields: Parameters<typeof fieldsOf>[0]) =>
  service.call(createContact, { fields: fieldsOf(fields) }, 'sto_a');

test.each([
  ['tags', (id: string, storeId: string) => service.call(setCustomerTags, { id, tags: [] }, storeId)],
  ['promotion', (id: string, storeId: string) => service.call(promoteContact, { id }, storeId)],
  ['erasure', (id: string, storeId: string) => service.call(eraseCustomer, { id }, storeId)],
  ['data request', (id: string, storeId: string) => service.call(requestCustomerData, { id }, storeId)],
])('%s: a team member, an unknown id and a person of another store are not found', async (_name, act) => {
  await insert();
  for (const [id, storeId] of [
    [member, 'sto_a'],
    [customerId(9), 'sto_a'],
    ['cus_', 'sto_a'],
    [customer, 'sto_b'],
  ] as const)
    await expect(act(id, storeId)).rejects.toMatchObject({ code: 'not_found' });
  expect(await publishedTypes()).toEqual([]);
});

describe('tags', () => {
  test('replacing the tags of a customer publishes a change; of a contact, or with the same tags, it does not', async () => {
    await insert();
    expect((await set(customer, ['b', ' a ', 'b'])).customer).toMatchObject({
      tags: ['b', 'a'],
      updatedAtMs: NOW,
    });
    await set(customer, ['b', 'a']);
    expect((await set(contact, [])).customer).toMatchObject({ tags: [] });
    expect(await publishedTypes()).toEqual([['customer.updated', customer]]);
    await expect(set(customer, ['x'.repeat(51)])).rejects.toMatchObject({ details: [{ field: 'tags' }] });
  });
});

describe('a contact', () => {
  test('a contact produces no events until it is promoted, once', async () => {
    const made = await make({ email: 'Eva@EXAMPLE.com' });
    expect(made).toMatchObject({ isContact: true, customer: { name: '', email: 'Eva@example.com' } });
    expect((await service.pages('sto_a', {})).flat()).toEqual([]);
    expect(await publishedTypes()).toEqual([]);
    const { id } = made.customer!;
    const promoted = await service.call(promoteContact, { id }, 'sto_a');
    expect(await service.call(promoteContact, { id }, 'sto_a')).toEqual(promoted);
    expect((await service.pages('sto_a', {})).flat()).toEqual([promoted.customer]);
    expect(await publishedTypes()).toEqual([['customer.created', id]]);
  });

  test('concurrent calls with a known email all return the person who has it', async () => {
    await insert();
    expect(await make({ email: 'ana1@example.com', name: 'X' })).toMatchObject({
      isContact: false,
      customer: { id: customer, name: customerRecord('sto_a', 1).customer.name },
    });
    const made = await Promise.all(Array.from({ length: 6 }, () => make({ email: 'eva@example.com' })));
    expect(new Set(made.map((one) => one.customer!.id)).size).toBe(1);
  });

  test('a contact needs an email or a phone number', async () => {
    await expect(make({ name: 'Eva' })).rejects.toMatchObject({
      details: [{ field: 'email', reason: 'missing' }],
    });
    expect(await make({ phone: '11 5555 0101' })).toMatchObject({ isContact: true });
  });
});

test('a data request publishes its id, time and the hash of the email, and changes nothing', async () => {
  await insert();
  const request = await service.call(requestCustomerData, { id: customer }, 'sto_a');
  expect(request).toMatchObject({ requestedAtMs: NOW });
  const [event, ...others] = await events();
  expect([event!.type, event!.subjectId, others]).toEqual(['customers.data_request', customer, []]);
  expect(CustomerDataRequest.decode(event!.payload)).toEqual({ emailHash: HASH_OF_ANA1, ...request });
  expect(await service.batch([{ storeId: 'sto_a', id: customer }])).toMatchObject([{ updatedAtMs: T0 }]);
});
