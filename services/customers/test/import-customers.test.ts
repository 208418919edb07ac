import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ImportOutcome,
  ImportCustomersResponse,
  type ImportedCustomer,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { createContact } from '../src/rpc/create-contact.ts';
import { createCustomer } from '../src/rpc/create-customer.ts';
import { eraseCustomer } from '../src/rpc/erase-customer.ts';
import { importCustomers } from '../src/rpc/import-customers.ts';
import { fieldsOf } from './support/customers.ts';
import { contextOf, Writes } from './support/writes.ts';

let writes: Writes;
beforeAll(async () => {
  writes = await Writes.open();
});
afterAll(() => writes.close());

const { CREATED, UPDATED, UNCHANGED, REFUSED } = ImportOutcome;
type Fields = Parameters<typeof fieldsOf>[0];

const ADDRESS = {
  street: 'Av. Corrientes',
  streetNumber: '1234',
  apartment: undefined,
  city: 'Buenos Aires',
  state: 'CABA',
  postalCode: 'C1043',
  notes: undefined,
};

const row = (fields: Fields, tags: string[] = []): ImportedCustomer => ({ fields: fieldsOf(fields), tags });

const newStore = (): string => newId('sto');

async function imported(
  store: string,
  rows: ImportedCustomer[],
  { key = newId('imp'), checkOnly = false }: { key?: string; checkOnly?: boolean } = {},
): Promise<ImportCustomersResponse['results']> {
  const request = { rows, checkOnly };
  const ctx = contextOf(key, JSON.stringify(request), store);
  const answer: unknown = await writes.service.call(importCustomers, request, ctx);
  const message = answer instanceof StoredAnswer ? ImportCustomersResponse.decode(answer.message) : answer;
  return (message as ImportCustomersResponse).results;
}

const outcomes = (results: ImportCustomersResponse['results']) => results.map(({ outcome }) => outcome);
const people = async (store: string) => (await writes.service.pages(store, {})).flat();

describe('import of customers', () => {
  test('new people are created once, and the same rows change nothing afterwards', async () => {
    const store = newStore();
    const rows = [
      row({ name: 'Ana', email: 'Ana@Example.com', phone: '11 5555-0001', dni: '30.111.222' }, ['vip']),
      row({ name: 'Beto', phone: '+54 11 5555 0002', shippingAddresses: { addresses: [ADDRESS] } }),
    ];
    await writes.events();
    expect(outcomes(await imported(store, rows))).toEqual([CREATED, CREATED]);
    const created = await people(store);
    expect(created).toHaveLength(2);
    expect(created.find(({ name }) => name === 'Ana')).toMatchObject({
      email: 'Ana@example.com',
      dni: '30111222',
      tags: ['vip'],
    });
    expect(created.find(({ name }) => name === 'Beto')).toMatchObject({ shippingAddresses: [ADDRESS] });
    expect((await writes.events()).map(({ type }) => type)).toEqual(['customer.created', 'customer.created']);
    expect(outcomes(await imported(store, rows))).toEqual([UNCHANGED, UNCHANGED]);
    expect(await writes.events()).toEqual([]);
    expect(await people(store)).toEqual(created);
  });

  test('a known person keeps what a row leaves empty, and gains its tags and address', async () => {
    const store = newStore();
    const first = row({ name: 'Ana', email: 'ana@example.com', phone: '1155550001' }, ['vip']);
    await imported(store, [first]);
    const addresses = { shippingAddresses: { addresses: [ADDRESS] } };
    const second = row({ name: 'Ana Gómez', email: 'ANA@example.com', phone: '', ...addresses }, ['feria']);
    expect(outcomes(await imported(store, [second]))).toEqual([UPDATED]);
    const [ana] = await people(store);
    expect(ana).toMatchObject({
      name: 'Ana Gómez',
      email: 'ANA@example.com',
      phone: '+541155550001',
      tags: ['vip', 'feria'],
      shippingAddresses: [ADDRESS],
    });
    const third = { ...ADDRESS, street: 'Mitre' };
    await imported(store, [
      row({ email: 'ana@example.com', shippingAddresses: { addresses: [third] } }),
      row({ email: 'ana@example.com', ...addresses }),
    ]);
    expect((await people(store))[0]!.shippingAddresses).toEqual([third, ADDRESS]);
  });

  test('rows of one person in one part change one person', async () => {
    const store = newStore();
    const rows = [
      row({ name: 'Ana', email: 'ana@example.com' }),
      row({ email: 'ana@EXAMPLE.com', phone: '1155550001' }),
      row({ email: 'ana@example.com', phone: '11 5555 0001' }),
    ];
    expect(outcomes(await imported(store, rows))).toEqual([CREATED, UPDATED, UNCHANGED]);
    expect(await people(store)).toHaveLength(1);
  });

  test('without an email, a person is known by phone number and name; an email is added to them', async () => {
    const store = newStore();
    await imported(store, [
      row({ name: 'Ana', phone: '1155550001' }),
      row({ name: 'Luis', phone: '1155550001' }),
    ]);
    const again = [row({ name: ' ana', phone: '+541155550001' }), row({ name: 'Eva', phone: '1155550001' })];
    expect(outcomes(await imported(store, again))).toEqual([UPDATED, CREATED]);
    const withEmail = row({ name: 'Luis', phone: '1155550001', email: 'luis@example.com' });
    expect(outcomes(await imported(store, [withEmail]))).toEqual([UPDATED]);
    expect((await people(store)).map(({ name, email }) => `${name} <${email}>`).toSorted()).toEqual([
      'Eva <>',
      'Luis <luis@example.com>',
      'ana <>',
    ]);
  });

  test('many people may share a phone number', async () => {
    const store = newStore();
    const rows = Array.from({ length: 80 }, (_, n) => row({ name: `Ñandú ${n}`, phone: '1155550001' }));
    await imported(store, rows);
    expect(new Set(outcomes(await imported(store, rows.toReversed())))).toEqual(new Set([UNCHANGED]));
    expect(await people(store)).toHaveLength(80);
  });

  test('a contact becomes a customer, and an erased person is not restored', async () => {
    const store = newStore();
    const email = 'ana@example.com';
    await writes.service.call(createContact, { fields: fieldsOf({ email }) }, store);
    expect(outcomes(await imported(store, [row({ name: 'Ana', email })]))).toEqual([UPDATED]);
    const { id } = (await people(store))[0]!;
    await writes.service.call(eraseCustomer, { id }, contextOf(newId('imp'), '', store));
    expect(outcomes(await imported(store, [row({ name: 'Ana', email })]))).toEqual([CREATED]);
    expect((await people(store)).filter(({ erasedAtMs }) => erasedAtMs === undefined)).toHaveLength(1);
  });

  test.each<[string, ImportedCustomer, string[]]>([
    ['no email and no phone', row({ name: 'Ana' }), ['identity']],
    ['no name', row({ email: 'ana@example.com' }), ['name']],
    ['a bad email', row({ name: 'Ana', email: 'ana@' }), ['email']],
    ['a bad phone and DNI', row({ name: 'A', email: 'a@b.com', phone: 'x', dni: '12' }), ['phone', 'dni']],
    ['a long name', row({ name: 'x'.repeat(201), email: 'a@b.com' }), ['name']],
    ['a long tag', row({ name: 'Ana', email: 'a@b.com' }, ['x'.repeat(51)]), ['tags']],
    [
      'half an address',
      row({ name: 'Ana', email: 'a@b.com', shippingAddresses: { addresses: [{ ...ADDRESS, city: '' }] } }),
      ['address'],
    ],
  ])('a row with %s is refused; the others are imported', async (_name, bad, invalidFields) => {
    const store = newStore();
    const results = await imported(store, [bad, row({ name: 'Beto', email: 'beto@example.com' })]);
    expect(results).toEqual([
      { outcome: REFUSED, invalidFields },
      { outcome: CREATED, invalidFields: [] },
    ]);
    expect((await people(store)).map(({ name }) => name)).toEqual(['Beto']);
  });

  test('a check reports the same and writes nothing', async () => {
    const store = newStore();
    const rows = [row({ name: 'Ana', email: 'ana@example.com' }), row({ name: 'Beto' })];
    const checked = await imported(store, rows, { checkOnly: true });
    expect(await people(store)).toEqual([]);
    expect(await imported(store, rows)).toEqual(checked);
  });

  test('a repeated call with the same key changes nothing and answers the same', async () => {
    const store = newStore();
    const rows = [row({ name: 'Ana', email: 'ana@example.com' })];
    const answer = await imported(store, rows, { key: 'once' });
    expect(await imported(store, rows, { key: 'once' })).toEqual(answer);
    expect(outcomes(answer)).toEqual([CREATED]);
  });

  test('imports of the same file at once, beside single writes of its people, add each person once', async () => {
    const store = newStore();
    const emails = Array.from({ length: 40 }, (_, n) => `p${n}@example.com`);
    const rows = emails.map((email, n) => row({ name: `P${n}`, email, phone: '1155550001' }));
    const single = emails.map((email) =>
      writes.service
        .call(createCustomer, { fields: fieldsOf({ name: 'P', email }), mayNotRead: false }, store)
        .catch(() => undefined),
    );
    await Promise.all([imported(store, rows), imported(store, rows.toReversed()), ...single]);
    const found = (await people(store)).map(({ email }) => email);
    expect(found.toSorted()).toEqual(emails.toSorted());
  });

  test.each([0, 101])('%i rows are refused', async (count) => {
    const rows = Array.from({ length: count }, () => row({ name: 'Ana', email: 'ana@example.com' }));
    await expect(imported(newStore(), rows)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
