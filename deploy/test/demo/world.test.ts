import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isId, type IdPrefix } from '@commerce/service-kit/ids.ts';
import { SCOPES } from '@commerce/auth/seed.ts';
import { EVENT_TYPES } from '@commerce/webhooks/seed.ts';
import { makeWorld, type World, type WorldOptions } from '../../local/demo/world.ts';
import { collect, defaultStores, tally } from './collected.ts';

function hashOf(options: WorldOptions): string {
  const world = makeWorld(options);
  const hash = createHash('sha256').update(JSON.stringify(world));
  for (const store of world.stores) {
    const parts = [
      store.products(),
      store.basePrices(),
      store.priceListEntries(),
      store.stock(),
      store.customers(),
      store.orders(),
      store.reservations(),
    ];
    for (const part of parts) for (const chunk of part) hash.update(JSON.stringify(chunk));
  }
  return hash.digest('hex');
}

function of(prefix: IdPrefix, items: { id: string }[]): [IdPrefix, string][] {
  return items.map((item) => [prefix, item.id]);
}

function idsOf(world: World): [IdPrefix, string][] {
  const { developer, platformStaff, apps } = world;
  const people = [developer.person, platformStaff, ...world.stores.flatMap((s) => [s.owner, s.teamUser])];
  const perStore = world.stores.flatMap((store) => {
    const products = collect(store.products()).map((record) => record.product);
    return [
      ...of('sto', [store]),
      ...of('shp', store.shops),
      ...of('cat', store.categories),
      ...of('brd', store.brands),
      ...store.priceLists.map((list): [IdPrefix, string] => ['pl', list.priceListId]),
      ...store.promotions.map((promotion): [IdPrefix, string] => ['prm', promotion.promotionId]),
      ...of('prd', products),
      ...of(
        'var',
        products.flatMap((product) => product.variants),
      ),
      ...of(
        'cus',
        collect(store.customers()).map((record) => record.customer),
      ),
      ...of(
        'ord',
        collect(store.orders()).map((record) => record.order),
      ),
    ];
  });
  return [...of('dev', [developer]), ...of('app', apps), ...of('per', people), ...perStore];
}

describe('the demo world', () => {
  test('the same options give the same bytes, another seed or time gives others', () => {
    const first = hashOf({ products: 300 });
    expect(hashOf({ products: 300 })).toBe(first);
    expect(hashOf({ products: 300, seed: 'other' })).not.toBe(first);
    expect(hashOf({ products: 300, now: Date.UTC(2026, 10, 21) })).not.toBe(first);
  });

  test('a part generated alone equals the part generated with all others', () => {
    const [alone] = makeWorld({ products: 300 }).stores;
    const [other] = makeWorld({ products: 300 }).stores;
    if (!alone || !other) throw new Error('a world has two stores');
    collect(other.orders());
    collect(other.products());
    expect(collect(alone.stock())).toEqual(collect(other.stock()));
  });

  test('a world has the requested counts, in chunks of a thousand', () => {
    const { big, small } = defaultStores();
    expect(big.counts).toEqual({
      products: 2000,
      customers: 1500,
      contacts: 120,
      teamMembers: 8,
      orders: 5000,
    });
    expect([...big.products()].map((chunk) => chunk.length)).toEqual([1000, 1000]);
    expect(collect(big.orders())).toHaveLength(5000);
    expect(collect(big.basePrices())).toHaveLength(2000);
    expect(collect(small.products())).toHaveLength(250);
    expect(collect(small.orders())).toHaveLength(600);
    expect([big.shops.length, small.shops.length]).toEqual([4, 2]);
  });

  test('orders and customers of a large world are capped without generating it', () => {
    const [big, small] = makeWorld({ products: 150_000 }).stores;
    expect(big?.counts).toMatchObject({ products: 150_000, customers: 75_000, orders: 250_000 });
    expect(small?.counts).toMatchObject({ products: 250, orders: 600 });
  });

  test.each([1, 2, 7])('a world of %d products is valid', (products) => {
    const { stores } = makeWorld({ products });
    expect(stores.map((store) => collect(store.products()).length)).toEqual([products, 1]);
    for (const store of stores) expect(collect(store.orders())).toHaveLength(store.counts.orders);
  });

  test.each([0, -1, 2.5])('%d products are rejected', (products) => {
    expect(() => makeWorld({ products })).toThrow(RangeError);
  });

  test('every id is a TypeID of its prefix, and none occurs twice', () => {
    const ids = idsOf(defaultStores().world);
    expect(ids.filter(([prefix, id]) => !isId(prefix, id))).toEqual([]);
    expect(new Set(ids.map(([, id]) => id)).size).toBe(ids.length);
  });
});

describe('people and apps', () => {
  const { world, big, small } = defaultStores();

  test('each person signs in with a unique email at an example domain', () => {
    const people = [
      world.developer.person,
      world.platformStaff,
      ...world.stores.flatMap((s) => [s.owner, s.teamUser]),
    ];
    for (const { email, password } of people) {
      expect(email).toMatch(/@example\.(com|org)$/);
      expect(password.length).toBeGreaterThanOrEqual(12);
    }
    expect(new Set(people.map((person) => person.email)).size).toBe(6);
  });

  test('the first app has all scopes and events, the second reads products and stock', () => {
    const [first, second] = world.apps;
    expect(first?.scopes).toEqual(SCOPES);
    expect(SCOPES).toHaveLength(12);
    expect(first?.eventTypes).toEqual(EVENT_TYPES.map(({ type }) => type));
    expect(first?.redirectUris).toEqual(['http://127.0.0.1:4401/callback']);
    expect(first?.webhookUrl).toBe('http://127.0.0.1:4400/webhooks');
    expect(second?.scopes).toEqual(['read_products', 'read_stock']);
    expect(second?.redirectUris).toEqual(['http://127.0.0.1:4402/callback']);
  });

  test('stores have plans, and the second flow has no preparing', () => {
    expect([big.plan, small.plan]).toEqual(['professional', 'enterprise']);
    expect(big.orderFlow.map((step) => step.status).slice(0, 5)).toEqual([
      'pending',
      'confirmed',
      'preparing',
      'shipped',
      'delivered',
    ]);
    expect(small.orderFlow.map((step) => step.status)).not.toContain('preparing');
    expect(tally(small.orderFlow.map((step) => step.kind))).toEqual(
      new Map([
        ['open', 5],
        ['fulfilled', 1],
        ['closed_bad', 4],
      ]),
    );
  });
});

describe('shops, categories and brands', () => {
  const { big, small, world } = defaultStores();

  test('one shop has split hours, another is permanently closed', () => {
    const mondays = big.shops.map((shop) => shop.schedule.filter((hours) => hours.day === 'monday').length);
    expect(mondays).toEqual([1, 2, 1, 0]);
    expect(big.shops.map((shop) => shop.isActive)).toEqual([true, true, true, false]);
  });

  test.each([[big], [small]])('the category tree is consistent', (store) => {
    const byId = new Map(store.categories.map((category) => [category.id, category]));
    for (const category of store.categories) {
      const parent = category.parentId === undefined ? undefined : byId.get(category.parentId);
      expect(category.depth).toBe(parent ? parent.depth + 1 : 0);
      expect(category.depth).toBeLessThanOrEqual(2);
    }
    expect(new Set(store.categories.map((category) => category.slug)).size).toBe(store.categories.length);
    expect(store.categories.some((category) => !category.isActive)).toBe(true);
    expect(new Set(store.brands.map((brand) => brand.slug)).size).toBe(store.brands.length);
    for (const { updatedAtMs } of [...store.categories, ...store.brands]) {
      expect(updatedAtMs).toBeLessThan(world.now);
    }
  });
});
