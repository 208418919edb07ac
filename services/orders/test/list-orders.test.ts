import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ShopChanged } from '@commerce/proto/commerce/catalog/v1/events.ts';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { choices } from '@commerce/service-kit/testing/level.ts';
import { catalogEvents } from '../src/events/consume/catalog.ts';
import definition from '../src/main.ts';
import { orderInsertMany } from '../src/seed.ts';
import { shopInsertMany } from '../src/store/shop.ts';
import { statusFlowReplace } from '../src/store/status-flow.ts';
import { startClients } from './support/clients.ts';
import { idOf, orderId, orderRecord, T0 } from './support/orders.ts';
import { contextOf, unavailableClients, serviceOn, type Filter } from './support/service.ts';

const STATUSES = ['pending', 'confirmed', 'delivered', 'cancelled'];
const SHOPS = ['shp_1', 'shp_2', 'shp_3'];
const HOUR = 3_600_000;

let database: TestDatabase;
let service: ReturnType<typeof serviceOn>;
let orders: Order[];

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = serviceOn(database.db, unavailableClients());
  // Several share an updated_at; one is created long before it is updated.
  const records = Array.from({ length: 180 }, (_, n) => {
    const createdAtMs = T0 + (n % 20) * HOUR;
    const updatedAtMs = createdAtMs + ((n * 7) % 5) * HOUR;
    return orderRecord('sto_a', n, {
      status: STATUSES[n % 4]!,
      shopId: SHOPS[(n * 5) % 3]!,
      customer: n % 6 === 5 ? undefined : { id: `cus_${n % 6}`, name: 'Ana', email: '', phone: '' },
      createdAtMs,
      updatedAtMs,
    });
  });
  orders = records.map(({ order }) => order);
  await orderInsertMany(database.db, 'sto_a', records);
  await shopInsertMany(service.deps.prisma, 'sto_a', [...SHOPS, 'shp_empty']);
  await orderInsertMany(database.db, 'sto_b', [
    orderRecord('sto_b', 1, { status: 'packing', shopId: 'shp_b' }),
  ]);
  await shopInsertMany(service.deps.prisma, 'sto_b', ['shp_b']);
  await statusFlowReplace(service.deps.prisma, 'sto_b', [
    { status: 'packing', label: 'Armado', kind: 'open' },
    { status: 'delivered', label: 'Entregado', kind: 'fulfilled' },
  ]);
});

afterAll(() => database.drop());

/** A model of the list. */
function expected(filter: Filter): string[] {
  return orders
    .filter(
      (o) =>
        (filter.status === undefined || o.status === filter.status) &&
        (filter.shopId === undefined || o.shopId === filter.shopId) &&
        (filter.customerId === undefined || o.customer?.id === filter.customerId) &&
        (filter.ids === undefined || filter.ids.includes(o.id)) &&
        o.updatedAtMs >= (filter.updatedSinceMs ?? 0) &&
        o.createdAtMs >= (filter.createdSinceMs ?? 0),
    )
    .toSorted((a, b) => a.updatedAtMs - b.updatedAtMs || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

const someOf = choices();
/** Filters that the default level tries. */
const TRIED_FILTERS = 70;

const allCombinations = [undefined, ...STATUSES].flatMap((status) =>
  [undefined, ...SHOPS].flatMap((shopId) =>
    [undefined, T0, T0 + 9 * HOUR, T0 + 9 * HOUR + 1].flatMap((createdSinceMs) =>
      [undefined, T0 + 4 * HOUR, T0 + 12 * HOUR, T0 + 12 * HOUR + 1].map((updatedSinceMs) => ({
        status,
        shopId,
        createdSinceMs,
        updatedSinceMs,
      })),
    ),
  ),
);

const combinations = someOf(allCombinations, TRIED_FILTERS);

describe('a list of orders', () => {
  test('a list returns each matching order once in the order of updates, for combinations of filters', async () => {
    for (const [index, filter] of combinations.entries()) {
      const limit = [1, 2, 3, 7, 100][index % 5]!;
      const pages = await service.pages('sto_a', { ...filter, limit });
      expect(pages.flat().map(({ id }) => id)).toEqual(expected(filter));
      expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
    }
  });

  test('a list by customer or by ids returns each matching order once, with every other filter', async () => {
    const someIds = orders.filter((_, n) => n % 4 !== 3 && n % 5 === 0).map(({ id }) => id);
    const narrowings: Filter[] = [
      { customerId: 'cus_2' },
      { ids: [...someIds, someIds[0]!, orderId(999)] },
      { customerId: 'cus_0', ids: someIds.toReversed() },
      { customerId: 'cus_unknown' },
    ];
    for (const [index, filter] of combinations.entries()) {
      const limit = [1, 2, 3, 7, 100][index % 5]!;
      const narrowed = { ...filter, ...narrowings[index % narrowings.length] };
      const pages = await service.pages('sto_a', { ...narrowed, limit });
      expect(pages.flat().map(({ id }) => id)).toEqual(expected(narrowed));
      expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
    }
  });

  test('ids and customers of another store match nothing, and more than 100 ids are refused', async () => {
    for (const filter of [{ ids: [orderId(2)] }, { customerId: 'cus_0' }])
      expect((await service.page('sto_b', filter)).orders).toEqual([]);
    expect((await service.page('sto_b', { ids: [orderId(1)] })).orders[0]!.status).toBe('packing');
    const many = Array.from({ length: 101 }, (_, n) => orderId(n));
    await expect(service.page('sto_a', { ids: many })).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ reason: 'invalid_value', field: 'ids' }],
    });
  });

  test('a list returns the stored orders unchanged', async () => {
    const pages = await service.pages('sto_a', {});
    const byId = new Map(orders.map((order) => [order.id, order]));
    for (const order of pages.flat()) expect(order).toEqual(byId.get(order.id));
  });

  test('a list returns no orders of another store', async () => {
    const [page] = await service.pages('sto_b', {});
    expect(page!.map(({ status }) => status)).toEqual(['packing']);
    expect((await service.page('sto_c', {})).orders).toEqual([]);
  });

  test('a list is empty when no order has a status of the flow or belongs to a shop of the store', async () => {
    for (const status of ['preparing', 'shipped', 'rejected', 'returned', 'expired']) {
      expect((await service.page('sto_a', { status })).orders).toEqual([]);
    }
    expect((await service.page('sto_a', { shopId: 'shp_empty', status: 'pending' })).orders).toEqual([]);
    expect((await service.page('sto_b', { status: 'delivered' })).orders).toEqual([]);
    expect((await service.page('sto_a', { updatedSinceMs: T0 * 2 })).orders).toEqual([]);
  });

  test("a list by a status that the store's flow lacks is refused", async () => {
    const refusal = { code: 'invalid_request', details: [{ reason: 'invalid_value', field: 'status' }] };
    for (const [store, status] of [
      ['sto_a', 'packing'],
      ['sto_b', 'pending'],
      ['sto_a', ''],
      ['sto_a', 'PENDING'],
    ] as const) {
      await expect(service.page(store, { status })).rejects.toMatchObject(refusal);
    }
  });

  test("a list by an unknown shop or another store's shop is not found", async () => {
    for (const shopId of ['shp_b', 'shp_unknown', '']) {
      await expect(service.page('sto_a', { shopId })).rejects.toMatchObject({ code: 'not_found' });
      await expect(service.page('sto_a', { shopId, status: 'pending' })).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });

  test('a list by a shop that is not in the local copy asks catalog once, unless an event adds the shop', async () => {
    const [requested, published] = [idOf('shp', 1), idOf('shp', 2)];
    const others = await startClients();
    const online = serviceOn(database.db, others.clients);
    await expect(online.page('sto_a', { shopId: requested })).rejects.toMatchObject({ code: 'not_found' });
    others.shops.add(requested);
    expect((await online.page('sto_a', { shopId: requested })).orders).toEqual([]);
    await others.close();
    expect((await service.page('sto_a', { shopId: requested })).orders).toEqual([]);
    await expect(service.page('sto_a', { shopId: published })).rejects.toMatchObject({ code: 'unavailable' });
    const payload = ShopChanged.encode({ shopId: published, name: 'Centro', isActive: true }).finish();
    const event = { storeId: 'sto_a', payload: Buffer.from(payload) } as Event;
    const ctx = contextOf('sto_a');
    await service.deps.writer.change(ctx, (unit) =>
      catalogEvents(service.deps).handlers['shop.created']!(unit, event, ctx),
    );
    await service.deps.writer.change(ctx, (unit) =>
      catalogEvents(service.deps).handlers['shop.created']!(unit, event, ctx),
    );
    expect((await service.page('sto_a', { shopId: published })).orders).toEqual([]);
  });

  test('a list without a store is refused', async () => {
    await expect(service.page('', {})).rejects.toMatchObject({ code: 'server_error' });
  });
});
