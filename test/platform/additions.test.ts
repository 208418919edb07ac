import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { newOrder } from '../support/new-order.ts';
import { platform, type Account } from '../support/platform.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';
import { WritingClient } from '../support/writes.ts';

const { gateways, demo } = platform();
let store: StockedStore;
/** An app with every scope. */
let full: WritingClient;
/** An app of another store. */
let foreign: WritingClient;

async function installed(owner: Account, scopes?: string[]): Promise<WritingClient> {
  const client = new AppClient(gateways[0], await newApp());
  return new WritingClient(gateways[1], (await client.install(owner, scopes)).access_token);
}

beforeAll(async () => {
  store = await newStockedStore(gateways[0]);
  full = await installed(store.owner);
  foreign = await installed(demo.stores[1].owner);
});

const list = async (path: string, client = full): Promise<{ id: string }[]> => {
  const { status, body } = await client.get(path);
  expect([path, status]).toEqual([path, 200]);
  return body.data;
};

/** Status, reason and field of a refusal. */
async function refusal(path: string, client = full): Promise<[number, string, string]> {
  const { status, body } = await client.get(path);
  return [status, body.details[0].reason, body.details[0].field];
}

/** All pages of a list, with the filters of the first in each. */
async function walk(path: string, limit: number): Promise<{ id: string }[]> {
  const items: { id: string }[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const more = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await full.get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}${more}`);
    items.push(...body.data);
    cursor = body.next_cursor;
  }
  return items;
}

const ids = (items: { id: string }[]) => items.map(({ id }) => id);

describe('GET /price-lists', () => {
  test('price lists are listed with their rules and default shops, and those of another store are not', async () => {
    const params = { store: store.id };
    const create = (body: { name: string; rule: null | object }) =>
      store.client.call(priceRoutes.createList, { params, body: body as never });
    const base = await create({ name: 'Mayorista', rule: null });
    const rule = { percentBp: -750, overListId: base.id, roundingCentavos: 1_000 };
    const derived = await create({ name: 'Contado', rule });
    await store.client.call(priceRoutes.setShopList, {
      params: { ...params, shop: store.shops[1] },
      body: { priceListId: derived.id },
    });
    const expected = [
      { id: base.id, name: 'Mayorista', rule: null, default_shop_ids: [] },
      {
        id: derived.id,
        name: 'Contado',
        rule: { percent: -7.5, base_price_list_id: base.id, rounding: 10 },
        default_shop_ids: [store.shops[1]],
      },
    ];
    expect(await list('/price-lists')).toEqual(expected);
    expect(await walk('/price-lists', 1)).toEqual(expected);
    const [row] = (await full.get(`/prices?shop=${store.shops[1]}`)).body.data;
    expect(row).toMatchObject({ price_list_id: derived.id, price: 930 });
    expect(ids(await list('/price-lists', foreign))).not.toContain(base.id);
    const narrow = await installed(store.owner, ['read_products']);
    expect(await refusal('/price-lists', narrow)).toEqual([403, 'insufficient_scope', undefined]);
  });
});

describe('GET /status-flow', () => {
  test('the flow has the statuses of the merchant in their order, and orders move as it says', async () => {
    const params = { store: store.id };
    const { version } = await store.client.call(orderRoutes.flow, { params });
    const steps = [
      { status: 'armado', label: 'Armado' },
      { status: 'shipped', label: 'Despachado' },
    ];
    await store.client.call(orderRoutes.putFlow, { params, body: { version, steps } });
    const { body } = await full.get('/status-flow');
    expect(body.data.statuses.slice(0, 4)).toEqual([
      {
        status: 'pending',
        label: 'Pendiente',
        kind: 'open',
        is_settable: false,
        next: ['armado', 'shipped', 'delivered', 'cancelled', 'rejected', 'expired'],
      },
      {
        status: 'armado',
        label: 'Armado',
        kind: 'open',
        is_settable: false,
        next: ['shipped', 'delivered', 'cancelled', 'rejected', 'expired'],
      },
      {
        status: 'shipped',
        label: 'Despachado',
        kind: 'open',
        is_settable: true,
        next: ['delivered', 'cancelled', 'rejected', 'returned', 'expired'],
      },
      { status: 'delivered', label: 'Entregado', kind: 'fulfilled', is_settable: true, next: ['returned'] },
    ]);
    const { id } = await newOrder(store.id, store.shops[0], store.product.id);
    const move = async (status: string) =>
      (await full.send('POST', `/orders/${id}/status`, { body: { status } })).status;
    expect([await move('confirmed'), await move('armado'), await move('shipped')]).toEqual([409, 400, 200]);
    const other = (await foreign.get('/status-flow')).body.data.statuses;
    expect(other.map(({ status }: { status: string }) => status)).not.toContain('armado');
    const narrow = await installed(store.owner, ['read_products']);
    expect(await refusal('/status-flow', narrow)).toEqual([403, 'insufficient_scope', undefined]);
    expect(await refusal('/status-flow?limit=1')).toEqual([400, 'unknown_parameter', 'limit']);
  });
});

describe('a category and a brand by id', () => {
  test.each(['/categories', '/brands'])('%s/:id returns the resource as the list does', async (path) => {
    const [first] = await list(`${path}?limit=1`, foreign);
    expect((await foreign.get(`${path}/${first!.id}`)).body).toEqual({ data: first });
    for (const [id, client] of [
      [first!.id, full],
      [first!.id.replace(/.{6}$/, 'zzzzzz'), foreign],
      [store.product.id, foreign],
      ['x', foreign],
    ] as const)
      expect([id, await refusal(`${path}/${id}`, client)]).toEqual([id, [404, 'not_found', 'id']]);
    const narrow = await installed(store.owner, ['read_stock']);
    expect(await refusal(`${path}/${first!.id}`, narrow)).toEqual([403, 'insufficient_scope', undefined]);
  });
});

/** Ids of a list with a filter, in pages of one. */
const found = async (path: string) => ids(await walk(path, 1));

describe('the filters', () => {
  const products: string[] = [];
  const orders: string[] = [];
  let customer: string;

  beforeAll(async () => {
    const codes = [{ barcode: '779' }, {}, { variants: [{ attributes: { Talle: 'M' }, barcode: '779' }] }];
    for (const code of codes) products.push((await full.newProduct(code)).id);
    const shop = store.shops[0];
    const body = { name: 'Ana', email: `${randomUUID()}@example.com` };
    customer = (await full.send('POST', '/customers', { body })).body.data.id;
    for (const buyer of [customer, undefined, customer])
      orders.push((await newOrder(store.id, shop, store.product.id, buyer)).id);
  });

  test('ids selects products, orders and customers of the store, in the order of the list', async () => {
    const other = ids(await list('/products?limit=1', foreign))[0]!;
    const asked = [products[2], other, 'x', products[0], products[0]].join(',');
    expect(await found(`/products?ids=${asked}`)).toEqual([products[0], products[2]]);
    expect(await found(`/orders?ids=${orders[1]},${orders[0]}`)).toEqual([orders[0], orders[1]]);
    expect(await found(`/customers?ids=${customer},${products[0]}`)).toEqual([customer]);
    expect(await found(`/products?ids=${other}`)).toEqual([]);
    expect(await list(`/products?ids=${products.join(',')}`, foreign)).toEqual([]);
  });

  test('barcode finds products by their own barcode or that of a variant, with other filters', async () => {
    expect(await found('/products?barcode=779')).toEqual([products[0], products[2]]);
    expect(await found('/products?barcode=77')).toEqual([]);
    expect(await found(`/products?barcode=779&ids=${products[1]},${products[2]}`)).toEqual([products[2]]);
    expect(await refusal('/products?barcode=779&category=x')).toEqual([404, 'not_found', 'category']);
    await full.send('PATCH', `/products/${products[0]}`, { body: { barcode: null } });
    expect(await found('/products?barcode=779')).toEqual([products[2]]);
  });

  test('customer finds the orders of a customer, with other filters; an unknown one has none', async () => {
    expect(await found(`/orders?customer=${customer}`)).toEqual([orders[0], orders[2]]);
    expect(await found(`/orders?customer=${customer}&ids=${orders[1]},${orders[2]}`)).toEqual([orders[2]]);
    expect(await found(`/orders?customer=${customer}&shop=${store.shops[1]}`)).toEqual([]);
    expect(await found(`/orders?customer=${customer}&status=pending`)).toEqual([orders[0], orders[2]]);
    expect(await list('/orders?customer=x')).toEqual([]);
    expect(await list(`/orders?customer=${customer}`, foreign)).toEqual([]);
  });

  test('the filters are bound to the cursor, checked by name, and need the scope of the list', async () => {
    const many = Array.from({ length: 101 }, () => products[0]).join(',');
    for (const [path, filter, changed] of [
      ['/products', `ids=${products.join(',')}`, `ids=${products[0]}`],
      ['/products', `ids=${products.join(',')}`, `ids=${products.join(',')}&barcode=779`],
      ['/orders', `ids=${orders.join(',')}`, 'limit=1'],
      ['/orders', `customer=${customer}`, `customer=${products[0]}`],
    ] as const) {
      const { next_cursor } = (await full.get(`${path}?limit=1&${filter}`)).body;
      const cursor = `cursor=${encodeURIComponent(next_cursor)}`;
      expect((await full.get(`${path}?${filter}&${cursor}`)).status).toBe(200);
      expect(await refusal(`${path}?${changed}&${cursor}`)).toEqual([
        400,
        'cursor_filter_mismatch',
        'cursor',
      ]);
      expect(await refusal(`${path}?ids=${many}`)).toEqual([400, 'invalid_value', 'ids']);
    }
    expect(await refusal('/customers?barcode=779')).toEqual([400, 'unknown_parameter', 'barcode']);
    const narrow = await installed(store.owner, ['read_stock']);
    for (const path of [
      `/products?ids=${products[0]}`,
      `/orders?customer=${customer}`,
      `/customers?ids=${customer}`,
    ])
      expect(await refusal(path, narrow)).toEqual([403, 'insufficient_scope', undefined]);
  });
});
