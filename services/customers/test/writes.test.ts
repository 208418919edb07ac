import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Customer, CustomerFields } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { takeEvents } from '@commerce/service-kit/testing/writer.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import type { CustomerRecord } from '../src/domain/customer.ts';
import { createCustomer } from '../src/rpc/create-customer.ts';
import { updateCustomer } from '../src/rpc/update-customer.ts';
import { migrations } from '../src/run.ts';
import { customerInsertMany } from '../src/store/customer-insert.ts';
import { customerId, customerRecord, fieldsOf, T0 } from './customers.ts';
import { serviceOn } from './service.ts';

const NOW = T0 + 86_400_000;
let database: TestDatabase;
let service: ReturnType<typeof serviceOn>;

beforeAll(async () => {
  database = await createTestDatabase(migrations);
  service = serviceOn(database.db, { now: () => NOW });
});
afterAll(() => database.drop());
afterEach(async () => {
  await database.db.pool.query('truncate customer, outbox, store_clock, idempotency_record');
});

const context = (key?: string, body = '', storeId = 'sto_a'): Context => ({
  storeId,
  actor: { kind: Actor_Kind.INSTALLATION, id: 'ins_a', appId: 'app_a' },
  requestId: 'request',
  deadlineMs: Date.now() + 10_000,
  idempotency: key === undefined ? undefined : { key, fingerprint: sha256(body), presentation: '{}' },
});
const create = async (fields: Partial<CustomerFields>, ctx = context()): Promise<Customer> =>
  (await service.call(createCustomer, { fields: fieldsOf({ name: 'Ana', ...fields }) }, ctx)).customer!;
const update = async (id: string, fields: Partial<CustomerFields>, ctx = context()): Promise<Customer> =>
  (await service.call(updateCustomer, { id, fields: fieldsOf(fields) }, ctx)).customer!;
const insert = (...records: CustomerRecord[]) => customerInsertMany(database.db, 'sto_a', records);
const found = (id: string) => service.batch([{ storeId: 'sto_a', id }]);
const told = async () => (await takeEvents(database.db)).map(({ type, subjectId }) => [type, subjectId]);
const fieldsRefused = async (work: Promise<unknown>): Promise<string[]> => {
  const error: unknown = await work.then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!(error instanceof Fault)) throw new Error(`not refused: ${String(error)}`);
  return error.details.map(({ field, reason }) => `${field}: ${reason}`);
};

const address = {
  street: ' Defensa ',
  streetNumber: '567',
  apartment: '',
  city: 'CABA',
  state: 'CABA',
  postalCode: 'C1065',
  notes: undefined,
};

describe('a new customer', () => {
  test('is answered as it is read, normalised, and told', async () => {
    const created = await create({
      name: '  Ana Pérez ',
      email: ' Ana@EXAMPLE.com',
      phone: '011 15 5555-0101',
      dni: '30.123.456',
      shippingAddresses: { addresses: [address] },
    });
    expect(created).toEqual({
      id: expect.stringMatching(/^cus_/),
      name: 'Ana Pérez',
      email: 'Ana@example.com',
      phone: '+5491155550101',
      dni: '30123456',
      customerType: 'individual',
      tags: [],
      shippingAddresses: [{ ...address, street: 'Defensa', apartment: undefined }],
      createdAtMs: NOW,
      updatedAtMs: NOW,
    });
    expect(await found(created.id)).toEqual([created]);
    const [event] = await takeEvents(database.db);
    expect(event).toMatchObject({
      type: 'customer.created',
      subjectId: created.id,
      storeId: 'sto_a',
      occurredAtMs: NOW,
      actor: { id: 'ins_a', appId: 'app_a' },
    });
  });

  test('may have a name alone: the rest is empty', async () => {
    const created = await create({ email: '', phone: ' ', dni: '' });
    expect(created).toMatchObject({ email: '', phone: '', dni: undefined, shippingAddresses: [] });
  });

  test('with several bad fields is told all of them, and nothing is kept', async () => {
    const bad = create({
      name: ' ',
      email: 'ana',
      phone: '123',
      dni: '12',
      shippingAddresses: { addresses: [address, { ...address, city: '', postalCode: 'x'.repeat(21) }] },
    });
    expect(await fieldsRefused(bad)).toEqual([
      'name: invalid_value',
      'email: invalid_value',
      'phone: invalid_value',
      'document.number: invalid_value',
      'shipping_addresses[1].city: invalid_value',
      'shipping_addresses[1].postal_code: invalid_value',
    ]);
    const without = service.call(createCustomer, { fields: undefined }, context());
    expect(await fieldsRefused(without)).toEqual(['name: missing']);
    const many = { addresses: Array.from({ length: 21 }, () => address) };
    expect(await fieldsRefused(create({ shippingAddresses: many }))).toEqual([
      'shipping_addresses: invalid_value',
    ]);
    expect(await told()).toEqual([]);
  });
});

describe('an e-mail', () => {
  test('that another customer of the store has, however written, is refused; elsewhere it is free', async () => {
    const { id } = await create({ email: 'ana@example.com' });
    const error = await create({ email: 'ANA@Example.com' }).catch((e: unknown) => e as Fault);
    expect(error).toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'email', reason: 'invalid_value', message: expect.stringContaining(id) }],
    });
    const other = await create({ email: 'eva@example.com' });
    expect(await fieldsRefused(update(other.id, { email: 'ana@example.com' }))).toEqual([
      'email: invalid_value',
    ]);
    await create({ email: 'ana@example.com' }, context(undefined, '', 'sto_b'));
  });

  test('of its own may be written otherwise, and is free once it is given up', async () => {
    const { id } = await create({ email: 'ana@example.com' });
    expect(await update(id, { email: 'Ana@example.com' })).toMatchObject({ email: 'Ana@example.com' });
    expect(await update(id, { email: '' })).toMatchObject({ email: '' });
    await create({ email: 'ana@example.com' });
  });

  test('of a team member is nobody’s', async () => {
    await insert(customerRecord('sto_a', 1, { email: 'ana@example.com' }, { kind: 'team_member' }));
    await create({ email: 'ana@example.com' });
  });

  test('that two have from before may stay, and neither is given to a third', async () => {
    await insert(
      customerRecord('sto_a', 1, { email: 'ana@example.com' }),
      customerRecord('sto_a', 2, { email: 'ana@example.com' }, { kind: 'contact' }),
      customerRecord('sto_a', 3, { email: 'ana@example.com' }),
    );
    expect(await update(customerId(1), { name: 'Otra', email: 'ana@example.com' })).toMatchObject({
      name: 'Otra',
    });
    await update(customerId(1), { email: '' });
    expect(await fieldsRefused(create({ email: 'ana@example.com' }))).toEqual(['email: invalid_value']);
  });

  test('given to many at once becomes that of exactly one', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => create({})));
    const attempts = await Promise.allSettled([
      ...Array.from({ length: 6 }, () => create({ email: 'ana@example.com' })),
      ...others.map(({ id }) => update(id, { email: 'Ana@example.com' })),
    ]);
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts)
      if (attempt.status === 'rejected')
        expect(attempt.reason).toMatchObject({ code: 'invalid_request', details: [{ field: 'email' }] });
    expect((await service.pages('sto_a', { email: 'ana@example.com' })).flat()).toHaveLength(1);
  });

  test('of another, given to each of two at once, is refused to both', async () => {
    const [a, b] = [await create({ email: 'a@example.com' }), await create({ email: 'b@example.com' })];
    for (let round = 0; round < 10; round++) {
      const both = await Promise.allSettled([
        update(a.id, { email: 'b@example.com' }),
        update(b.id, { email: 'a@example.com' }),
      ]);
      expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      for (const one of both) expect((one as PromiseRejectedResult).reason).toBeInstanceOf(Fault);
    }
  });
});

describe('a contact', () => {
  const contact = () =>
    customerRecord(
      'sto_a',
      1,
      { name: 'anita', email: 'ana@example.com', phone: '+541155550101', tags: ['news'] },
      { kind: 'contact', documentType: 'DNI', documentNumber: '30111222' },
    );

  test('becomes the customer with its e-mail: what is given wins, the rest stays', async () => {
    await insert(contact());
    const created = await create({
      name: 'Ana',
      email: 'Ana@example.com',
      phone: '',
      shippingAddresses: { addresses: [] },
    });
    expect(created).toMatchObject({
      id: customerId(1),
      name: 'Ana',
      email: 'Ana@example.com',
      phone: '+541155550101',
      dni: '30111222',
      tags: ['news'],
      shippingAddresses: [],
      createdAtMs: T0,
      updatedAtMs: NOW,
    });
    expect(await found(created.id)).toEqual([created]);
    expect(await told()).toEqual([['customer.created', created.id]]);
  });

  test('becomes it once, of however many calls at once', async () => {
    await insert(contact());
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => create({ email: 'ana@example.com' })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await told()).toEqual([['customer.created', customerId(1)]]);
  });

  test('and a team member cannot be changed, and their e-mail cannot be taken by a change', async () => {
    await insert(
      contact(),
      customerRecord('sto_a', 2, { email: '' }, { kind: 'team_member' }),
      customerRecord('sto_a', 3),
    );
    for (const id of [customerId(1), customerId(2), customerId(9), 'cus_x', '\0'])
      await expect(update(id, { name: 'X' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(update(customerId(3), { name: 'X' }, context(undefined, '', 'sto_b'))).rejects.toMatchObject(
      {
        code: 'not_found',
      },
    );
    expect(await fieldsRefused(update(customerId(3), { email: 'ana@example.com' }))).toEqual([
      'email: invalid_value',
    ]);
  });
});

describe('a change', () => {
  test('touches what is given only, and is told', async () => {
    await insert(customerRecord('sto_a', 1));
    const before = customerRecord('sto_a', 1).customer;
    const steps: [Partial<CustomerFields>, Partial<Customer>][] = [
      [{ name: 'Eva' }, { name: 'Eva' }],
      [{ phone: '+54 11 4444-0000' }, { phone: '+541144440000' }],
      [{ phone: '' }, { phone: '' }],
      [{ dni: '5.123.456' }, { dni: '5123456' }],
      [{ dni: '' }, { dni: undefined }],
      [{ email: '' }, { email: '' }],
      [{ shippingAddresses: { addresses: [] } }, { shippingAddresses: [] }],
    ];
    let expected = before;
    for (const [n, [fields, change]] of steps.entries()) {
      expected = { ...expected, ...change, updatedAtMs: NOW + n };
      expect(await update(before.id, fields)).toEqual(expected);
      expect(await found(before.id)).toEqual([expected]);
    }
    expect(await told()).toEqual(steps.map(() => ['customer.updated', before.id]));
  });

  test('to what it is already writes and tells nothing', async () => {
    const fields = { email: 'ana@example.com', dni: '30123456', shippingAddresses: { addresses: [address] } };
    const created = await create(fields);
    await told();
    expect(await update(created.id, { ...fields, name: ' Ana ' })).toEqual(created);
    expect(await update(created.id, {})).toEqual(created);
    expect(await told()).toEqual([]);
  });

  test('beside others loses nothing', async () => {
    const { id } = await create({});
    await Promise.all([
      update(id, { name: 'Eva' }),
      update(id, { phone: '11 5555 0101' }),
      update(id, { dni: '30123456' }),
      update(id, { email: 'eva@example.com' }),
    ]);
    expect(await found(id)).toMatchObject([
      {
        name: 'Eva',
        phone: '+541155550101',
        dni: '30123456',
        email: 'eva@example.com',
        updatedAtMs: NOW + 4,
      },
    ]);
  });
});

describe('with an idempotency key', () => {
  test('a customer is made once, and the same request is answered alike', async () => {
    const request = { fields: fieldsOf({ name: 'Ana', email: 'ana@example.com' }) };
    const ctx = context('k', 'body');
    const first = await service.call(createCustomer, request, ctx);
    const again = (await service.call(createCustomer, request, ctx)) as unknown;
    expect(again).toBeInstanceOf(StoredAnswer);
    expect((await service.pages('sto_a', {})).flat()).toEqual([first.customer]);
    expect(await told()).toHaveLength(1);
    await expect(service.call(createCustomer, request, context('k', 'other'))).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  test('a refusal is kept, also when it would not be refused any more', async () => {
    const { id } = await create({ email: 'ana@example.com' });
    const refused = () => create({ email: 'ana@example.com' }, context('k', 'body'));
    expect(await fieldsRefused(refused())).toEqual(['email: invalid_value']);
    await update(id, { email: '' });
    await expect(refused()).rejects.toMatchObject({ code: 'invalid_request', replayOf: '{}' });
    await create({ email: 'ana@example.com' }, context('l', 'body'));
  });
});
