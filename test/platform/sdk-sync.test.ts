import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  sync,
  SyncPositionExpiredError,
  type SyncBatch,
  type SyncPosition,
  type SyncResource,
} from '@mostrador/sdk';
import { PlainBrowser } from '../support/browser.ts';
import { randomPort } from '@commerce/service-kit/testing/ports.ts';
import { signInAndAllow } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { newOrder } from '../support/new-order.ts';
import { apiRoot, platform } from '../support/platform.ts';
import { installSdkApp, type SdkApp } from '../support/sdk-app.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';
import { addEndpoint } from '../support/webhook-endpoint.ts';

const [gateway] = platform().gateways;
const ALL: SyncResource[] = ['products', 'orders', 'customers', 'stock'];
let store: StockedStore;
/** Makes the changes: an app receives those of others only. */
let merchant: SdkApp;

beforeAll(async () => {
  store = await newStockedStore(gateway);
  merchant = await installSdkApp(gateway, store.owner);
  for (let i = 0; i < 120; i++) await merchant.client.createProduct({ body: { name: `Producto ${i}` } });
  await merchant.client.createCustomer({ body: { name: 'Ana', email: 'ana@example.com' } });
  await newOrder(store.id, store.shops[0], store.product.id);
});

/** Runs a sync to its end, with the position through JSON at each batch. */
async function collect(app: SdkApp, from?: SyncPosition, resources = ALL) {
  const total = {
    products: 0,
    orders: 0,
    customers: 0,
    stock: 0,
    deletedProducts: [] as string[],
    deletedCustomers: [] as string[],
  };
  let position = from;
  const batches: SyncBatch[] = [];
  for await (const batch of sync(app.client, resources, position)) {
    batches.push(batch);
    for (const name of ['products', 'orders', 'customers', 'stock'] as const)
      total[name] += batch[name].length;
    total.deletedProducts.push(...batch.deletedProducts);
    total.deletedCustomers.push(...batch.deletedCustomers);
    position = JSON.parse(JSON.stringify(batch.position)) as SyncPosition;
  }
  return { ...total, position: position!, batches };
}

describe('sync()', () => {
  let app: SdkApp;
  let first: Awaited<ReturnType<typeof collect>>;

  beforeAll(async () => {
    app = await installSdkApp(gateway, store.owner);
    first = await collect(app);
  });

  test('copies everything first, then nothing', async () => {
    expect(first).toMatchObject({ products: 121, orders: 1, customers: 1, deletedProducts: [] });
    // Each shop has a row of each product; earlier changes of the stock may be returned once more as events.
    const rows = new Set(
      first.batches.flatMap(({ stock }) => stock).map((row) => `${row.shop_id} ${row.product_id}`),
    );
    expect(rows.size).toBe(242);
    const again = await collect(app, first.position);
    expect(again).toMatchObject({ products: 0, orders: 0, customers: 0, stock: 0, deletedProducts: [] });
  });

  test('continues after an interruption without a gap', async () => {
    for (const at of [0, 1, Math.floor(first.batches.length / 2)]) {
      const rest = await collect(app, first.batches[at]!.position);
      const before = first.batches.slice(0, at + 1).reduce((sum, { products }) => sum + products.length, 0);
      expect(before + rest.products).toBe(121);
    }
  });

  test('then returns what has changed: products, orders, customers, stock and deletions', async () => {
    const { position } = await collect(app, first.position);
    const { client } = merchant;
    const gone = await client.createProduct({ body: { name: 'Por poco tiempo' } });
    const kept = await client.createProduct({ body: { name: 'Nuevo' } });
    await client.setPrices({ productId: kept.id, body: { price: 10 } });
    await client.adjustStock({ body: { shop: store.shops[1], product: kept.id, set: 7 } });
    await client.createCustomer({ body: { name: 'Beto', email: 'beto@example.com' } });
    await newOrder(store.id, store.shops[0], store.product.id);
    await client.deleteProduct({ id: gone.id });
    const seen: Awaited<ReturnType<typeof collect>>[] = [];
    // Events follow their changes within a moment.
    await expect
      .poll(async () => {
        seen.push(await collect(app, seen.at(-1)?.position ?? position));
        return seen.flatMap(({ deletedProducts }) => deletedProducts);
      })
      .toEqual([gone.id]);
    const all = (name: 'products' | 'orders' | 'customers' | 'stock') =>
      seen.flatMap(({ batches }) => batches.flatMap((batch): object[] => batch[name]));
    expect(all('products')).toMatchObject([{ id: kept.id, price: 10 }]);
    expect(all('orders')).toHaveLength(1);
    expect(all('customers')).toMatchObject([{ name: 'Beto' }]);
    expect(all('stock')).toContainEqual(expect.objectContaining({ product_id: kept.id, on_hand: 7 }));
  });

  test('refuses a position that the feed no longer covers', async () => {
    const readAt = new Date(Date.now() - 30 * 24 * 3_600_000).toISOString();
    const position = { ...first.position, events: { ...first.position.events, readAt } };
    await expect(collect(app, position)).rejects.toThrow(SyncPositionExpiredError);
  });
});

describe('the ERP example', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'erp-sync-'));
  let erp: ChildProcess;
  let output = '';
  let origin: string;

  interface StoredCopy {
    products: Record<string, { name: string; sku: string | null }>;
    orders: Record<string, unknown>;
    stock: Record<string, { product_id: string; shop_id: string; on_hand: number }>;
  }
  const copy = (): StoredCopy =>
    (JSON.parse(readFileSync(path.join(folder, 'copies.json'), 'utf8')) as Record<string, StoredCopy>)[
      store.id
    ]!;

  beforeAll(async () => {
    const port = await randomPort();
    const registered = await newApp(undefined, { redirectUris: [`http://127.0.0.1:${port}/callback`] });
    const types = ['product.created', 'product.updated', 'product.deleted', 'stock.changed', 'order.created'];
    const secret = await addEndpoint(registered.client_id, `http://127.0.0.1:${port}/webhooks`, types);
    erp = spawn(process.execPath, [path.resolve('packages/sdk/examples/erp-sync/main.ts')], {
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: folder,
        PORT: String(port),
        MOSTRADOR_BASE_URL: apiRoot(gateway),
        MOSTRADOR_AUTH_URL: gateway,
        MOSTRADOR_CLIENT_ID: registered.client_id,
        MOSTRADOR_CLIENT_SECRET: registered.client_secret,
        MOSTRADOR_REDIRECT_URI: registered.redirect_uri,
        MOSTRADOR_WEBHOOK_SECRET: secret,
      },
    });
    for (const stream of [erp.stdout!, erp.stderr!])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    while (!output.includes('listening on')) await once(erp.stdout!, 'data');
    origin = `http://127.0.0.1:${port}`;
  });
  afterAll(async () => {
    erp.kill();
    if (erp.exitCode === null && erp.signalCode === null) await once(erp, 'exit');
  });

  test('installs itself, copies the store, follows its webhooks, and sets stock once per document', async () => {
    const start = await fetch(`${origin}/install`, { redirect: 'manual' });
    const cookie = start.headers.getSetCookie()[0]!.split(';', 1)[0]!;
    const returned = await signInAndAllow(
      new PlainBrowser(gateway),
      start.headers.get('location')!,
      store.owner,
    );
    const installed = await fetch(returned, { headers: { cookie } });
    expect([installed.status, await installed.text()]).toEqual([200, `Installed on ${store.name}.`]);
    await expect.poll(() => output).toContain(`synced ${store.id}`);
    const products = Object.keys(copy().products).length;
    expect(products).toBeGreaterThanOrEqual(121);

    const made = await merchant.client.createProduct({ body: { name: 'Con SKU', sku: 'ERP-1' } });
    await expect.poll(() => copy().products[made.id]?.sku).toBe('ERP-1');
    const inCopy = () =>
      Object.values(copy().stock).find(
        ({ product_id, shop_id }) => product_id === made.id && shop_id === store.shops[0],
      );
    const post = async (counts: { sku: string; onHand: number }[]) => {
      const body = JSON.stringify({ document: `INV-${made.id}`, shop: store.shops[0], counts });
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      return (await fetch(`${origin}/stores/${store.id}/counts`, init)).json();
    };
    const counts = [{ sku: 'ERP-1', onHand: 12 }];
    expect(await post([...counts, { sku: 'NONE', onHand: 1 }])).toEqual({ unknown: ['NONE'] });
    expect(await post(counts)).toEqual({ refused: [] });
    expect(inCopy()?.on_hand).toBe(12);
    await merchant.client.adjustStock({ body: { shop: store.shops[0], product: made.id, delta: -2 } });
    expect(await post(counts)).toEqual({ refused: [] });
    const { data } = await merchant.client.listStock({ shop: store.shops[0], product: made.id });
    expect(data).toMatchObject([{ on_hand: 10 }]);
    await expect.poll(() => inCopy()?.on_hand).toBe(10);

    await merchant.client.deleteProduct({ id: made.id });
    await expect.poll(() => made.id in copy().products).toBe(false);
    expect(output).not.toContain('failed');
  });

  test('refuses a callback of another browser', async () => {
    const answer = await fetch(`${origin}/callback?code=x&state=y&iss=${encodeURIComponent(gateway)}`);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('Start at /install')]);
  });
});
