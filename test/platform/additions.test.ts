import { beforeAll, describe, expect, test } from 'vitest';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
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
