import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { choices } from '@commerce/service-kit/testing/level.ts';
import type { Answer } from '../support/api.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { platform } from '../support/platform.ts';
import { WritingClient } from '../support/writes.ts';

const { gateways, demo } = platform();
const someOf = choices();

let client: WritingClient;
let other: WritingClient;
let shop: string;
let order: string;

beforeAll(async () => {
  const app = new AppClient(gateways[0], await newApp());
  client = new WritingClient(gateways[0], (await app.install(demo.stores[1].owner)).access_token);
  other = new WritingClient(gateways[0], (await app.install(demo.stores[0].owner)).access_token);
  shop = await firstId(client, '/shops');
  order = await firstId(client, '/orders');
});

const firstId = async (of: WritingClient, path: string): Promise<string> =>
  (await of.get(`${path}?limit=1`)).body.data[0].id as string;

const keyed = (method: string, path: string, body: unknown): Promise<Answer> =>
  client.send(method, path, { key: randomUUID(), body });

const fieldsOf = (answer: Answer): string[] =>
  (answer.body.details as { field?: string }[]).map(({ field = '' }) => field);

const attributes = (name: string, value: string) => ({ variants: [{ attributes: { [name]: value } }] });

/** Strings that a database cannot store unchanged. */
const UNSTORABLE = ['\0', 'a\0b', '\ud800', 'a\udc00b'];

describe.each(someOf(UNSTORABLE, 1))('the unstorable string %j', (text) => {
  test.each<[string, Record<string, unknown>]>([
    ['name', { name: text }],
    ['description', { description: text }],
    ['short_description', { short_description: text }],
    ['sku', { sku: text }],
    ['barcode', { barcode: text }],
    ['images[0]', { images: [`https://example.com/${text}`] }],
    ['category_ids[0]', { category_ids: [text] }],
    ['brand_ids[0]', { brand_ids: [text] }],
    ['shop_ids[0]', { shop_ids: [text] }],
    ['tags[0]', { tags: [text] }],
    ['variant_axes[0]', { variant_axes: [text], ...attributes('Size', 'M') }],
    ['variants[0].attributes', attributes(text, 'M')],
    ['variants[0].attributes', attributes('Size', text)],
    ['variants[0].sku', { variants: [{ attributes: { Size: 'M' }, sku: text }] }],
    [
      'variants[0].images[0]',
      { variants: [{ attributes: { Size: 'M' }, images: [`https://a.example/${text}`] }] },
    ],
  ])('an unstorable string is refused in %s of a new product', async (field, body) => {
    const answer = await keyed('POST', '/products', { name: 'Termo', ...body });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(fieldsOf(answer)).toContain(field);
  });

  test('an unstorable string is refused in a stock adjustment', async () => {
    const product = await firstId(client, '/products');
    const valid = { shop, product, delta: 1 };
    for (const field of ['shop', 'product', 'variant', 'reason']) {
      const answer = await keyed('POST', '/stock/adjustments', { ...valid, [field]: text });
      expect([field, answer.status, fieldsOf(answer)]).toEqual([field, 400, [field]]);
    }
  });

  test('an unstorable string is refused in a status change and in the tracking data of an order', async () => {
    for (const [path, field, body] of [
      ['status', 'notes', { status: 'shipped', notes: text }],
      ['fulfillment', 'tracking_number', { tracking_number: text }],
      ['fulfillment', 'tracking_url', { tracking_url: `https://example.com/${text}` }],
    ] as const) {
      const answer = await keyed('POST', `/orders/${order}/${path}`, body);
      expect([field, answer.status, fieldsOf(answer)]).toEqual([field, 400, [field]]);
    }
  });

  test('an unstorable string is refused in a customer', async () => {
    const address = { street: 'a', street_number: '1', city: 'a', state: 'a', postal_code: '1' };
    for (const [field, body] of [
      ['name', { name: text }],
      ['email', { email: `${text}@example.com` }],
      ['phone', { phone: text }],
      ['document.number', { document: { type: 'DNI', number: text } }],
      ...Object.keys({ ...address, apartment: '', notes: '' }).map(
        (part) =>
          [`shipping_addresses[0].${part}`, { shipping_addresses: [{ ...address, [part]: text }] }] as const,
      ),
    ] as const) {
      const answer = await keyed('POST', '/customers', { name: 'Ana', ...body });
      expect([field, answer.status]).toEqual([field, 400]);
      expect(fieldsOf(answer)).toContain(field);
    }
  });

  test('an unstorable string is refused as the variant id of a price', async () => {
    const { id } = await client.newProduct(attributes('Size', 'M'));
    const answer = await keyed('PUT', `/prices/${id}`, { variants: [{ id: text, price: 1 }] });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['variants[0].id']]);
  });
});

/** Strings that are not displayed as they are. */
const UNREADABLE = ['a\u0007b', 'a\nb', '\u202eevil', 'a\u2066b', '\u200b', ' '];

describe.each(someOf(UNREADABLE, 2))('the unreadable string %j', (text) => {
  test('an unreadable string is refused in every single-line field of a body', async () => {
    const product = await firstId(client, '/products');
    const address = { street: text, street_number: '1', city: 'a', state: 'a', postal_code: '1' };
    for (const [path, field, body] of [
      ['/products', 'name', { name: text }],
      ['/products', 'tags[0]', { name: 'Termo', tags: [text] }],
      ['/stock/adjustments', 'reason', { shop, product, delta: 1, reason: text }],
      [`/orders/${order}/fulfillment`, 'tracking_number', { tracking_number: text }],
      ['/customers', 'name', { name: text }],
      ['/customers', 'shipping_addresses[0].street', { name: 'Ana', shipping_addresses: [address] }],
    ] as const) {
      const answer = await keyed('POST', path, body);
      expect([field, answer.status, fieldsOf(answer)]).toEqual([field, 400, [field]]);
    }
  });
});

test('a tracking URL with user information is refused', async () => {
  const tracking_url = 'https://oca.com.ar@evil.example/x';
  const answer = await keyed('POST', `/orders/${order}/fulfillment`, { tracking_url });
  expect([answer.status, fieldsOf(answer)]).toEqual([400, ['tracking_url']]);
});

test('a promotion for missing resources is refused with the field of each', async () => {
  const owner = await ConsoleClient.of(gateways[0], demo.stores[1].owner);
  const [product, foreign, category, brand] = await Promise.all([
    firstId(client, '/products'),
    ...['/products', '/categories', '/brands'].map((path) => firstId(other, path)),
  ]);
  const body = {
    name: 'Semana',
    percentBp: 1_000,
    amountCentavos: null,
    productIds: [product, foreign, 'garbage'],
    categoryIds: [category],
    brandIds: [brand],
    shopIds: [],
    startsAt: '2026-11-01T03:00:00.000Z',
    endsAt: null,
  };
  const params = { store: demo.stores[1].id };
  const answer = await owner.send(priceRoutes.createPromotion, { params, body });
  expect([answer.status, fieldsOf(answer)]).toEqual([
    400,
    ['productIds[1]', 'productIds[2]', 'categoryIds[0]', 'brandIds[0]'],
  ]);
});

test('a refusal with many long messages reaches the caller', async () => {
  const axes = ['漢', '字', '語'].map((letter) => letter.repeat(64));
  const variants = Array.from({ length: 250 }, (_, n) => ({ attributes: { Size: `${n}` } }));
  for (const variant_axes of [axes, axes.map((_, n) => `${n}`.repeat(64))]) {
    const answer = await keyed('POST', '/products', { name: 'Termo', variant_axes, variants });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(fieldsOf(answer)).toContain('variants[0].attributes');
  }
});

test('hundreds of foreign ids are each reported', async () => {
  const shop_ids = Array.from({ length: 1_000 }, () => `${'漢'.repeat(190)}${randomUUID().slice(0, 8)}`);
  const answer = await keyed('POST', '/products', { name: 'Termo', shop_ids });
  expect([answer.status, answer.body.details.length]).toEqual([400, 100]);
});

test('a path that cannot be an id is 404', async () => {
  const writes = [
    ['PATCH', '/products/', '', { name: 'x' }],
    ['DELETE', '/products/', '', undefined],
    ['PUT', '/prices/', '', { price: 1 }],
    ['POST', '/orders/', '/status', { status: 'shipped' }],
    ['POST', '/orders/', '/fulfillment', { tracking_number: '1' }],
    ['PATCH', '/customers/', '', { name: 'x' }],
  ] as const;
  const odd = [
    '%00',
    'a%00',
    '9'.repeat(19),
    '9'.repeat(400),
    '0',
    '-1',
    '1e3',
    '%F0%9F%A7%89',
    '..%2F',
    '__proto__',
    'x'.repeat(4_000),
  ];
  for (const [method, before, after, body] of writes)
    for (const id of someOf(odd, 4)) {
      const answer = await client.send(method, `${before}${id}${after}`, {
        key: randomUUID(),
        ...(body === undefined ? {} : { body }),
      });
      expect([method, before, id.slice(0, 30), answer.status]).toEqual([
        method,
        before,
        id.slice(0, 30),
        404,
      ]);
    }
});

test('ids of another store are refused in every field of a body', async () => {
  const [category, brand, foreignShop] = await Promise.all(
    ['/categories', '/brands', '/shops'].map((path) => firstId(other, path)),
  );
  const refs = { category_ids: [category], brand_ids: [brand], shop_ids: [foreignShop] };
  const { id } = await client.newProduct();
  for (const answer of [
    await keyed('POST', '/products', { name: 'Termo', ...refs }),
    await keyed('PATCH', `/products/${id}`, refs),
  ])
    expect([answer.status, fieldsOf(answer)]).toEqual([
      400,
      ['category_ids[0]', 'brand_ids[0]', 'shop_ids[0]'],
    ]);
  const adjusted = await keyed('POST', '/stock/adjustments', { shop: foreignShop, product: id, delta: 1 });
  expect(adjusted.status).toBe(404);
});

test('a product that is patched, priced, adjusted and deleted concurrently ends deleted without an error', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await client.newProduct();
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, n) => keyed('PATCH', `/products/${id}`, { name: `Termo ${n}` })),
      ...Array.from({ length: 6 }, (_, n) => keyed('PUT', `/prices/${id}`, { price: n + 1 })),
      ...Array.from({ length: 6 }, () =>
        keyed('POST', '/stock/adjustments', { shop, product: id, delta: 1 }),
      ),
      ...Array.from({ length: 3 }, () => client.send('DELETE', `/products/${id}`)),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
    expect(statuses.slice(-3).filter((status) => status === 200)).toHaveLength(1);
    expect((await client.get(`/products/${id}`)).status).toBe(404);
    // Inventory and pricing learn of it through its event.
    for (const path of [`/stock?shop=${shop}&product=${id}`, `/prices?shop=${shop}&product=${id}`])
      while ((await client.get(path)).body.data.length > 0)
        await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

test('writes that race with the uninstall of their app succeed or are refused, and are refused after its response', async () => {
  const app = new AppClient(gateways[0], await newApp());
  const racing = new WritingClient(gateways[0], (await app.install(demo.stores[1].owner)).access_token);
  const write = () => racing.send('POST', '/products', { key: randomUUID(), body: { name: 'Termo' } });
  const before = Array.from({ length: 8 }, write);
  const uninstall = racing.send('DELETE', '/installation');
  const beside = Array.from({ length: 8 }, write);
  expect((await uninstall).status).toBe(200);
  const after = await write();
  for (const { status } of await Promise.all([...before, ...beside])) expect([201, 401]).toContain(status);
  expect(after.status).toBe(401);
});
