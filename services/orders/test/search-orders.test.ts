import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  SearchOrdersResponse,
  type Order,
  type SearchOrdersRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource, PaymentGateway, PaymentStatus } from '@commerce/proto/commerce/orders/v1/values.ts';
import type { EncodedPage } from '@commerce/service-kit/grpc/encoded-page.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { longTest } from '@commerce/service-kit/testing/level.ts';
import { textSearchOf } from '../src/domain/order-search.ts';
import { isBadEnd } from '../src/domain/status-flow.ts';
import definition from '../src/main.ts';
import { orderInsertMany } from '../src/seed.ts';
import { idOf, orderRecord, T0 } from './support/orders.ts';
import { contextOf, unavailableClients, refusalOf, serviceOn } from './support/service.ts';

type Search = Partial<Omit<SearchOrdersRequest, 'pageToken'>>;

const HOUR = 3_600_000;
const STATUSES = ['pending', 'delivered', 'cancelled'];
const SOURCES = [OrderSource.POS, OrderSource.ONLINE];
const SHOPS = ['shp_1', 'shp_2'];
const PAYMENTS = [PaymentStatus.PENDING, PaymentStatus.PAID];
const BUYERS = [
  { id: idOf('cus', 1), name: 'Ana Gómez', email: 'ana10@example.com', phone: '1' },
  { id: idOf('cus', 2), name: 'ÑANDÚ 100% S_A', email: 'COMPRAS@Example.com', phone: '2' },
  { id: idOf('cus', 3), name: 'Pérez, José \\ Hijos', email: 'jp@tienda.com.ar', phone: '3' },
];

let database: TestDatabase;
let service: ReturnType<typeof serviceOn>;
let orders: Order[];

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = serviceOn(database.db, unavailableClients());
  // Several are created at the same time, and some are updated much later.
  const records = Array.from({ length: 200 }, (_, n) =>
    orderRecord('sto_a', n, {
      status: STATUSES[n % 3]!,
      source: SOURCES[n % 2]!,
      shopId: SHOPS[(n >> 1) % 2]!,
      payment: { gateway: PaymentGateway.CASH, status: PAYMENTS[(n >> 2) % 2]! },
      customer: n % 4 === 0 ? undefined : BUYERS[n % 3],
      createdAtMs: T0 + (n % 37) * HOUR,
      updatedAtMs: T0 + (n % 37) * HOUR + ((n * 7) % 11) * HOUR,
    }),
  );
  orders = records.map(({ order }) => order);
  await orderInsertMany(database.db, 'sto_a', records);
  await orderInsertMany(database.db, 'sto_b', [orderRecord('sto_b', 1, { customer: BUYERS[0] })]);
});
afterAll(() => database.drop());

async function search(request: Search, storeId = 'sto_a'): Promise<string[]> {
  const found: string[] = [];
  for (let pageToken = Buffer.alloc(0); ;) {
    const answer = await service.handlers.searchOrders(contextOf(storeId), {
      limit: 100,
      ...request,
      pageToken,
    });
    const page = SearchOrdersResponse.decode((answer as EncodedPage).serialize());
    found.push(...page.orders.map(({ id }) => id));
    if (page.nextPageToken.length === 0) return found;
    expect(page.orders).toHaveLength(request.limit ?? 100);
    pageToken = Buffer.from(page.nextPageToken);
  }
}

const at = (n: number) => ({ createdAtMs: T0 + n * HOUR, updatedAtMs: T0 + n * HOUR });

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** A model of the search. */
const expected = (request: Search): string[] =>
  orders
    .filter(
      (o) =>
        [undefined, o.status].includes(request.status) &&
        [undefined, o.source].includes(request.source) &&
        [undefined, o.shopId].includes(request.shopId) &&
        [undefined, o.payment!.status].includes(request.paymentStatus) &&
        // An order with a bad end has no pending payment.
        (request.paymentStatus !== PaymentStatus.PENDING || !isBadEnd(o.status)) &&
        (request.customerId === undefined || o.customer?.id === request.customerId) &&
        o.createdAtMs >= (request.createdFromMs ?? 0) &&
        o.createdAtMs < (request.createdUntilMs ?? Infinity) &&
        (request.text === undefined ||
          o.orderNumber === request.text ||
          (request.text.length >= 3 &&
            o.customer !== undefined &&
            folded(`${o.customer.name} ${o.customer.email}`).includes(folded(request.text)))),
    )
    .toSorted((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);

const maybe = <T>(values: readonly T[]): (T | undefined)[] => [undefined, ...values];

describe('a search for orders', () => {
  test('a search finds each matching order once, newest first, for every combination of filters', async () => {
    let n = 0;
    for (const status of maybe(STATUSES))
      for (const source of maybe(SOURCES))
        for (const shopId of maybe(SHOPS))
          for (const paymentStatus of maybe(PAYMENTS)) {
            n++;
            const filter = {
              status,
              source,
              shopId,
              paymentStatus,
              ...(n % 3 === 0 && { customerId: BUYERS[n % 2]!.id }),
              ...(n % 4 === 0 && { createdFromMs: T0 + 5 * HOUR, createdUntilMs: T0 + 30 * HOUR }),
              ...(n % 5 === 0 && { text: 'example.com' }),
            };
            const limit = [1, 3, 7, 100][n % 4]!;
            expect([filter, await search({ ...filter, limit })]).toEqual([filter, expected(filter)]);
          }
  });

  test.each([
    '1100',
    'gomez',
    'GÓMEZ',
    'ñandu 100%',
    's_a',
    'jose \\ hi',
    'AR ',
    'com',
    'no such buyer',
    '99999',
    '10',
    '1',
    '%%%',
  ])(
    'a search for %j finds it in the number of the order and in the name and email of the buyer',
    async (text) => {
      for (const limit of [2, 100]) expect(await search({ text, limit })).toEqual(expected({ text }));
    },
  );

  test.each([
    ['zub', true],
    ['s.ab', true],
    ['ab.', true],
    ['...', false],
    ['s.a', false],
  ])('whether the trigram index can find %j: %s', (text, indexed) => {
    expect(textSearchOf(text)).toEqual({ text, inBuyers: true, indexed });
  });

  longTest('a search finds a text in orders older than thousands of others', async () => {
    const rare = { ...BUYERS[0]!, name: 'Zubizarreta...' };
    await orderInsertMany(database.db, 'sto_deep', [
      orderRecord('sto_deep', 0, { customer: rare, ...at(0) }),
      orderRecord('sto_deep', 1, { customer: rare, status: 'cancelled', ...at(0) }),
      ...Array.from({ length: 2_100 }, (_, n) =>
        orderRecord('sto_deep', n + 2, { customer: BUYERS[1], ...at(n + 1) }),
      ),
    ]);
    expect(await search({ text: 'zubiza' }, 'sto_deep')).toEqual([idOf('ord', 1), idOf('ord', 0)]);
    expect(await search({ text: 'zubiza', status: 'pending' }, 'sto_deep')).toEqual([idOf('ord', 0)]);
    expect(await search({ text: 'ZUBIZA', limit: 1 }, 'sto_deep')).toHaveLength(2);
    // No index finds it, so that only the newest orders are searched.
    expect(await search({ text: '...' }, 'sto_deep')).toEqual([]);
  });

  test('a search finds no orders of another store', async () => {
    expect(await search({ text: 'ana10@example.com' }, 'sto_b')).toEqual([idOf('ord', 1)]);
    expect(await search({}, 'sto_c')).toEqual([]);
    expect(await refusalOf(search({}, ''))).toBe('server_error');
  });

  test.each([
    ['text', { text: 'ab' }],
    ['text', { text: 'x'.repeat(101) }],
    ['text', { text: 'abc\0' }],
    ['status', { status: '' }],
    ['source', { source: OrderSource.UNSPECIFIED }],
    ['payment_status', { paymentStatus: 99 as PaymentStatus }],
    ['shop_id', { shopId: 'x'.repeat(65) }],
    ['created_from_ms', { createdFromMs: -1 }],
    ['created_until_ms', { createdUntilMs: 10 ** 15 }],
  ])('a search by an invalid %s is refused', async (field, request) => {
    await expect(search(request)).rejects.toMatchObject({ code: 'invalid_request', details: [{ field }] });
  });
});
