import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  CustomerType,
  type Customer,
  type CustomerFields,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import { createCustomer } from '../src/rpc/create-customer.ts';
import { customerRecord, fieldsOf } from './support/customers.ts';
import { address, contextOf, fieldsRefused, NOW, Writes } from './support/writes.ts';

let on: Writes;

beforeAll(async () => {
  on = await Writes.open();
});
afterAll(() => on.close());
afterEach(() => on.clear());

describe('a new customer', () => {
  test('a new customer is returned as it is read, normalized, and published', async () => {
    const created = await on.create({
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
      customerType: CustomerType.INDIVIDUAL,
      tags: [],
      shippingAddresses: [{ ...address, street: 'Defensa', apartment: undefined }],
      createdAtMs: NOW,
      updatedAtMs: NOW,
    });
    expect(await on.found(created.id)).toEqual([created]);
    const [event] = await on.events();
    expect(event).toMatchObject({
      type: 'customer.created',
      subjectId: created.id,
      storeId: 'sto_a',
      occurredAtMs: NOW,
      actor: { id: 'ins_a', appId: 'app_a' },
    });
  });

  test('a new customer needs only a name: the other fields are empty', async () => {
    const created = await on.create({ email: '', phone: ' ', dni: '' });
    expect(created).toMatchObject({ email: '', phone: '', dni: undefined, shippingAddresses: [] });
  });

  test('a write with several invalid fields reports all of them, and nothing is stored', async () => {
    const bad = on.create({
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
    const without = on.service.call(createCustomer, { fields: undefined, mayNotRead: false }, contextOf());
    expect(await fieldsRefused(without)).toEqual(['name: missing']);
    const many = { addresses: Array.from({ length: 21 }, () => address) };
    expect(await fieldsRefused(on.create({ shippingAddresses: many }))).toEqual([
      'shipping_addresses: invalid_value',
    ]);
    expect(await on.publishedTypes()).toEqual([]);
  });
});

describe('a change', () => {
  test('a change affects only the given fields, and is published', async () => {
    await on.insert(customerRecord('sto_a', 1));
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
      expect(await on.update(before.id, fields)).toEqual(expected);
      expect(await on.found(before.id)).toEqual([expected]);
    }
    expect(await on.publishedTypes()).toEqual(steps.map(() => ['customer.updated', before.id]));
  });

  test('a change to the same values writes and publishes nothing', async () => {
    const fields = { email: 'ana@example.com', dni: '30123456', shippingAddresses: { addresses: [address] } };
    const created = await on.create(fields);
    await on.publishedTypes();
    expect(await on.update(created.id, { ...fields, name: ' Ana ' })).toEqual(created);
    expect(await on.update(created.id, {})).toEqual(created);
    expect(await on.publishedTypes()).toEqual([]);
  });

  test('concurrent changes lose nothing', async () => {
    const { id } = await on.create({});
    await Promise.all([
      on.update(id, { name: 'Eva' }),
      on.update(id, { phone: '11 5555 0101' }),
      on.update(id, { dni: '30123456' }),
      on.update(id, { email: 'eva@example.com' }),
    ]);
    expect(await on.found(id)).toMatchObject([
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
  test('a customer is created once, and the same request gets the same response', async () => {
    const request = { fields: fieldsOf({ name: 'Ana', email: 'ana@example.com' }), mayNotRead: false };
    const ctx = contextOf('k', 'body');
    const first = await on.service.call(createCustomer, request, ctx);
    const again = (await on.service.call(createCustomer, request, ctx)) as unknown;
    expect(again).toBeInstanceOf(StoredAnswer);
    expect((await on.service.pages('sto_a', {})).flat()).toEqual([first.customer]);
    expect(await on.publishedTypes()).toHaveLength(1);
    await expect(on.service.call(createCustomer, request, contextOf('k', 'other'))).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  test('a rejection is replayed even when the request would now be accepted', async () => {
    const { id } = await on.create({ email: 'ana@example.com' });
    const refused = () => on.create({ email: 'ana@example.com' }, contextOf('k', 'body'));
    expect(await fieldsRefused(refused())).toEqual(['email: email_taken']);
    await on.update(id, { email: '' });
    await expect(refused()).rejects.toMatchObject({ code: 'conflict', replayOf: '{}' });
    await on.create({ email: 'ana@example.com' }, contextOf('l', 'body'));
  });
});
