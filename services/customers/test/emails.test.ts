import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Fault } from '@commerce/service-kit/fault.ts';
import { customerId, customerRecord, T0 } from './support/customers.ts';
import { contextOf, fieldsRefused, NOW, Writes } from './support/writes.ts';

let on: Writes;

beforeAll(async () => {
  on = await Writes.open();
});
afterAll(() => on.close());
afterEach(() => on.clear());

const contact = () =>
  customerRecord(
    'sto_a',
    1,
    { name: 'anita', email: 'ana@example.com', phone: '+541155550101', tags: ['news'] },
    { kind: 'contact', documentType: 'DNI', documentNumber: '30111222' },
  );

describe('emails', () => {
  test('the email of another customer of the store is rejected in any spelling; in other stores it is free', async () => {
    const { id } = await on.create({ email: 'ana@example.com' });
    const error = await on.create({ email: 'ANA@Example.com' }).catch((e: unknown) => e as Fault);
    expect(error).toMatchObject({
      code: 'conflict',
      details: [{ field: 'email', reason: 'email_taken', message: expect.not.stringContaining(id) }],
    });
    const other = await on.create({ email: 'eva@example.com' });
    expect(await fieldsRefused(on.update(other.id, { email: 'ana@example.com' }))).toEqual([
      'email: email_taken',
    ]);
    await on.create({ email: 'ana@example.com' }, contextOf(undefined, '', 'sto_b'));
  });

  test('a customer may respell the own email, and an email is free once it is given up', async () => {
    const { id } = await on.create({ email: 'ana@example.com' });
    expect(await on.update(id, { email: 'Ana@example.com' })).toMatchObject({ email: 'Ana@example.com' });
    expect(await on.update(id, { email: '' })).toMatchObject({ email: '' });
    await on.create({ email: 'ana@example.com' });
  });

  test('the email of a team member is free for a customer', async () => {
    await on.insert(customerRecord('sto_a', 1, { email: 'ana@example.com' }, { kind: 'team_member' }));
    await on.create({ email: 'ana@example.com' });
  });

  test('imported customers may share an email, and no third customer can take it', async () => {
    await on.insert(
      customerRecord('sto_a', 1, { email: 'ana@example.com' }),
      customerRecord('sto_a', 2, { email: 'ana@example.com' }, { kind: 'contact' }),
      customerRecord('sto_a', 3, { email: 'ana@example.com' }),
    );
    expect(await on.update(customerId(1), { name: 'Otra', email: 'ana@example.com' })).toMatchObject({
      name: 'Otra',
    });
    await on.update(customerId(1), { email: '' });
    expect(await fieldsRefused(on.create({ email: 'ana@example.com' }))).toEqual(['email: email_taken']);
  });

  test('of concurrent writes of one email exactly one succeeds', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => on.create({})));
    const attempts = await Promise.allSettled([
      ...Array.from({ length: 6 }, () => on.create({ email: 'ana@example.com' })),
      ...others.map(({ id }) => on.update(id, { email: 'Ana@example.com' })),
    ]);
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts)
      if (attempt.status === 'rejected')
        expect(attempt.reason).toMatchObject({ code: 'conflict', details: [{ field: 'email' }] });
    expect((await on.service.pages('sto_a', { email: 'ana@example.com' })).flat()).toHaveLength(1);
  });

  test('two customers who take each other’s email at once are both rejected', async () => {
    const [a, b] = [await on.create({ email: 'a@example.com' }), await on.create({ email: 'b@example.com' })];
    for (let round = 0; round < 10; round++) {
      const both = await Promise.allSettled([
        on.update(a.id, { email: 'b@example.com' }),
        on.update(b.id, { email: 'a@example.com' }),
      ]);
      expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      for (const one of both) expect((one as PromiseRejectedResult).reason).toBeInstanceOf(Fault);
    }
  });
});

describe('contacts', () => {
  test('creating a customer with the email of a contact turns the contact into it: given fields win, the others stay', async () => {
    await on.insert(contact());
    const created = await on.create({
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
    expect(await on.found(created.id)).toEqual([created]);
    expect(await on.publishedTypes()).toEqual([['customer.created', created.id]]);
  });

  test('a caller that may not read customers cannot turn a contact into one, and learns nothing of it', async () => {
    await on.insert(contact());
    const refused = on.create({ email: 'ana@example.com' }, undefined, true);
    await expect(refused).rejects.toMatchObject({
      code: 'conflict',
      details: [{ field: 'email', message: expect.not.stringContaining('cus_') }],
    });
    expect(await on.publishedTypes()).toEqual([]);
  });

  test('concurrent calls turn a contact into a customer once', async () => {
    await on.insert(contact());
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => on.create({ email: 'ana@example.com' })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await on.publishedTypes()).toEqual([['customer.created', customerId(1)]]);
  });

  test('contacts and team members cannot be changed, and their email cannot be taken by a change', async () => {
    await on.insert(
      contact(),
      customerRecord('sto_a', 2, { email: '' }, { kind: 'team_member' }),
      customerRecord('sto_a', 3),
    );
    for (const id of [customerId(1), customerId(2), customerId(9), 'cus_x', '\0'])
      await expect(on.update(id, { name: 'X' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      on.update(customerId(3), { name: 'X' }, contextOf(undefined, '', 'sto_b')),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await fieldsRefused(on.update(customerId(3), { email: 'ana@example.com' }))).toEqual([
      'email: email_taken',
    ]);
  });
});
