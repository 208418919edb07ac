import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  SearchCustomersResponse,
  type Customer,
  type SearchCustomersRequest,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import type { EncodedPage } from '@commerce/service-kit/grpc/encoded-page.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { getCustomer } from '../src/rpc/get-customer.ts';
import { searchCustomers } from '../src/rpc/search-customers.ts';
import { customerInsertMany } from '../src/seed.ts';
import { customerId, customerRecord, T0 } from './support/customers.ts';
import { serviceOn } from './support/service.ts';

let database: TestDatabase;
let service: ReturnType<typeof serviceOn>;

const PEOPLE: [number, Partial<Customer>, Parameters<typeof customerRecord>[3]][] = [
  [1, { name: 'Ñandú Gómez', email: 'nandu@example.com', phone: '+541155550101', tags: ['vip'] }, {}],
  [2, { name: 'Nandú Pérez', email: '', phone: '', tags: [] }, { documentNumber: '20123456' }],
  [
    3,
    { name: '100% Algodón_SA', email: 'ventas@algodon.example', phone: '', tags: ['vip', 'mayorista'] },
    {},
  ],
  [4, { name: 'Ñata contacto', email: 'nata@example.com', phone: '', tags: ['vip'] }, { kind: 'contact' }],
  [
    5,
    { name: 'Ñata del equipo', email: 'equipo@example.com', phone: '', tags: ['vip'] },
    { kind: 'team_member' },
  ],
];

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = serviceOn(database.db);
  const records = PEOPLE.map(([n, fields, inside]) =>
    customerRecord('sto_a', n, { ...fields, updatedAtMs: T0 + n }, { documentNumber: '1', ...inside }),
  );
  await customerInsertMany(database.db, 'sto_a', records);
  await customerInsertMany(database.db, 'sto_b', [customerRecord('sto_b', 1, { name: 'Ñandú Gómez' })]);
});

afterAll(() => database.drop());

async function search(wish: Partial<SearchCustomersRequest>, store = 'sto_a'): Promise<number[]> {
  const found: string[] = [];
  for (let pageToken = Buffer.alloc(0); ;) {
    const request = { limit: 100, contacts: false, erased: false, text: '', tag: '', ...wish, pageToken };
    const ctx = systemContext('request', deadlineIn(30_000), store);
    const answer = (await searchCustomers(service.deps)(ctx, request)) as unknown as EncodedPage;
    const page = SearchCustomersResponse.decode(answer.serialize());
    found.push(...page.customers.map(({ id }) => id));
    if (page.nextPageToken.length === 0) break;
    pageToken = Buffer.from(page.nextPageToken);
  }
  return found.map((id) => PEOPLE.findIndex(([n]) => customerId(n) === id) + 1);
}

/** Marks a customer and a contact of the store as erased, or not. */
const setErased = (at: string | null) =>
  database.db.pool.query(`update customer set erased_at = $1 where store_id = 'sto_a' and id = any($2)`, [
    at,
    [customerId(2), customerId(4)],
  ]);

describe('a search among customers', () => {
  test.each<[string, Partial<SearchCustomersRequest>, number[]]>([
    ['without anything: all, the newest change first', {}, [3, 2, 1]],
    ['page by page', { limit: 1 }, [3, 2, 1]],
    ['contacts only', { contacts: true }, [4]],
    ['part of a name, ignoring case and accents', { text: 'NANDU' }, [2, 1]],
    ['a name with accents', { text: 'ñandú g' }, [1]],
    ['part of an email', { text: 'algodon.example' }, [3]],
    ['a phone number in any spelling', { text: '11 5555-0101' }, [1]],
    ['a document with dots', { text: '20.123.456' }, [2]],
    ['two letters, which no index finds', { text: 'sa' }, [3]],
    ['a string with a wildcard of `like`', { text: '100%' }, [3]],
    ['a string with an underscore', { text: 'n_s' }, [3]],
    ['a percent sign', { text: '%' }, [3]],
    ['a backslash', { text: String.raw`a\b` }, []],
    ['a tag', { tag: 'vip' }, [3, 1]],
    ['a tag and a text', { tag: 'vip', text: 'gomez' }, [1]],
    ['a tag and a short text', { tag: 'vip', text: 'go' }, [3, 1]],
    ['no match', { text: 'no match at all' }, []],
    ['SQL', { text: "' or true --" }, []],
  ])('a search finds: %s', async (_what, wish, expected) => {
    expect(await search(wish)).toEqual(expected);
  });

  test('erased people are in a list of their own and in no other', async () => {
    await setErased('2026-01-02');
    try {
      expect(await search({})).toEqual([3, 1]);
      expect(await search({ contacts: true })).toEqual([]);
      expect(await search({ erased: true })).toEqual([4, 2]);
      expect(await search({ erased: true }, 'sto_b')).toEqual([]);
    } finally {
      await setErased(null);
    }
  });

  test('a search finds no customer of another store', async () => {
    expect(await search({ text: 'ñandú' }, 'sto_c')).toEqual([]);
  });

  test('a search text that is too long is rejected', async () => {
    await expect(search({ text: 'x'.repeat(101) })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

const get = (id: string, store = 'sto_a') => service.call(getCustomer, { id }, store);

describe('a customer for the store', () => {
  test('the back office gets a customer or a contact, and which of the two', async () => {
    expect(await get(customerId(1))).toMatchObject({ customer: { name: 'Ñandú Gómez' }, isContact: false });
    expect(await get(customerId(4))).toMatchObject({ customer: { name: 'Ñata contacto' }, isContact: true });
  });

  test.each([
    ['of the store’s team', customerId(5), 'sto_a'],
    ['of another store', customerId(1), 'sto_c'],
    ['that does not exist', customerId(99), 'sto_a'],
    ['with a malformed id', '%', 'sto_a'],
  ])('a person %s does not exist for the back office', async (_what, id, store) => {
    await expect(get(id, store)).rejects.toMatchObject({ code: 'not_found' });
  });
});
