import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import type { CustomerRecord } from '../src/domain/customer.ts';
import definition from '../src/main.ts';
import { customerInsertMany } from '../src/seed.ts';
import { customerId, customerRecord, T0 } from './support/customers.ts';
import { serviceOn, type Filter } from './support/service.ts';

const EMAILS = ['ana@example.com', 'ANA@Example.COM', ' Ñandú@example.com ', 'leo@example.com', ''];
const KINDS = ['customer', 'customer', 'customer', 'contact', 'team_member'] as const;

let database: TestDatabase;
let service: ReturnType<typeof serviceOn>;
let records: CustomerRecord[];

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = serviceOn(database.db);
  records = Array.from({ length: 120 }, (_, n) =>
    customerRecord(
      'sto_a',
      n,
      { email: EMAILS[(n * 3) % 5]!, updatedAtMs: T0 + ((n * 7) % 13) * 1000 },
      { kind: KINDS[((n * 11) % 7) % 5]! },
    ),
  );
  await customerInsertMany(database.db, 'sto_a', records);
  await customerInsertMany(database.db, 'sto_b', [customerRecord('sto_b', 1, { email: 'ana@example.com' })]);
});

afterAll(() => database.drop());

/** Reference model of the list. */
function expected({ email, updatedSinceMs, ids }: Filter): string[] {
  return records
    .filter(
      ({ kind, customer: c }) =>
        kind === 'customer' &&
        c.updatedAtMs >= (updatedSinceMs ?? 0) &&
        (ids === undefined || ids.includes(c.id)) &&
        (email === undefined ||
          (email !== '' && c.email.trim().toLowerCase() === email.trim().toLowerCase())),
    )
    .map(({ customer }) => customer)
    .toSorted((a, b) => a.updatedAtMs - b.updatedAtMs || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

describe('a list of customers', () => {
  test('a list has, for every combination of filters, each customer once and in the order of change', async () => {
    const emails = [
      undefined,
      ...EMAILS,
      'aNa@example.com',
      'ñandú@EXAMPLE.com',
      'ÑANDÚ@example.com',
      'unknown@example.com',
    ];
    const since = [undefined, T0, T0 + 5000, T0 + 5001, T0 * 2];
    let turn = 0;
    for (const email of emails) {
      for (const updatedSinceMs of since) {
        const limit = [1, 4, 100][turn++ % 3]!;
        const pages = await service.pages('sto_a', { email, updatedSinceMs, limit });
        expect(pages.flat().map(({ id }) => id)).toEqual(expected({ email, updatedSinceMs }));
        expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
      }
    }
  });

  test('a list by ids has the customers of the store among them, without contacts and team members, with every other filter', async () => {
    const ids = records.filter((_, n) => n % 3 === 0).map(({ customer }) => customer.id);
    for (const [turn, filter] of [
      {},
      { email: 'ANA@example.com' },
      { updatedSinceMs: T0 + 5000 },
    ].entries()) {
      const request = { ...filter, ids: [...ids, ids[0]!, 'nothing'] };
      const pages = await service.pages('sto_a', { ...request, limit: [1, 4, 100][turn]! });
      expect(expected(request).length).toBeGreaterThan(0);
      expect(pages.flat().map(({ id }) => id)).toEqual(expected(request));
    }
    const elsewhere = (await service.pages('sto_b', { ids: [customerId(0), customerId(1)] })).flat();
    expect(elsewhere.map(({ id }) => id)).toEqual([customerId(1)]);
    const many = Array.from({ length: 101 }, (_, n) => customerId(n));
    await expect(service.pages('sto_a', { ids: many })).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ reason: 'invalid_value', field: 'ids' }],
    });
  });

  test('a list sends the stored messages unchanged', async () => {
    const byId = new Map(records.map(({ customer }) => [customer.id, customer]));
    for (const customer of (await service.pages('sto_a', {})).flat()) {
      expect(customer).toEqual(byId.get(customer.id));
    }
  });

  test('a list has no customer of another store, not even with the same email', async () => {
    for (const filter of [{}, { email: 'ana@example.com' }]) {
      expect((await service.pages('sto_b', filter)).flat().map(({ id }) => id)).toEqual([customerId(1)]);
      expect((await service.pages('sto_c', filter)).flat()).toEqual([]);
    }
  });

  test('the email filter matches whole emails only, without patterns', async () => {
    for (const email of ['%', 'ana%', 'an_@example.com', 'ana', 'example.com', "' or true --"]) {
      expect((await service.pages('sto_a', { email })).flat()).toEqual([]);
    }
  });
});
