import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import pg from 'pg';
import { StockChanged } from '@commerce/proto/commerce/inventory/v1/events.ts';
import { adjust, manyClients, type Adjustment } from './adjusting.ts';
import { untilReady } from './extra-gateway.ts';
import { listen, type Listener } from './listen.ts';
import { platform } from './platform.ts';
import type { WritingClient } from './writes.ts';

const { processes, databaseUrls, demo } = platform();
const store = demo.stores[1].id;

let clients: WritingClient[];
let shop: string;
let products: string[];
let listener: Listener;
let inventory: pg.Pool;

/** Call it in a describe: creates new products before each test. */
export function useAdjustments(): void {
  beforeAll(async () => {
    clients = await manyClients(10);
    shop = (await clients[0]!.get('/shops?limit=1')).body.data[0].id;
    listener = await listen();
    inventory = new pg.Pool({ connectionString: databaseUrls['inventory']!, max: 2 });
    // The pool's connections break when the database restarts.
    inventory.on('error', () => undefined);
  });
  beforeEach(async () => {
    products = [];
    for (let n = 0; n < 4; n++) products.push((await clients[0]!.newProduct()).id);
  });
  afterAll(async () => {
    await inventory.end();
    await listener.close();
  });
}

/** Repeats the work while the load runs. */
export async function during<T>(load: Promise<T>, disturb: () => Promise<void>): Promise<T> {
  const over = new AbortController();
  const disturbing = (async () => {
    while (!over.signal.aborted) await disturb();
  })();
  const result = await load.finally(() => over.abort());
  await disturbing;
  return result;
}

/** Makes the given number of stock adjustments, each with a key and repeated until it is answered. */
export const adjustments = (count: number): Promise<Adjustment[]> => adjust(clients, shop, products, count);

/** Resolves when every process is ready. */
export async function allReady(): Promise<void> {
  await Promise.all(Object.values(processes).map(({ adminUrl }) => untilReady(adminUrl)));
}

/** Expects stock, ledger, responses and events to agree that every adjustment took effect exactly once. */
export async function expectExactly(done: Adjustment[]): Promise<void> {
  const refused = done.filter(({ answer }) => answer.status !== 200);
  expect(refused.map(({ answer }) => answer.text)).toEqual([]);
  for (const product of products) {
    const sum = done
      .filter(({ body }) => body.product === product)
      .reduce((total, { body }) => total + body.delta, 0);
    const [row] = (await clients[0]!.get(`/stock?shop=${shop}&product=${product}`)).body.data;
    const ledger = await inventory.query(
      'select count(*)::int as count, sum(delta)::int as sum from stock_movement where store_id = $1 and product_id = $2',
      [store, product],
    );
    const count = done.filter(({ body }) => body.product === product).length;
    expect([row.on_hand, ledger.rows[0]]).toEqual([sum, { count, sum }]);
    const received = await listener.until(count, (event) => isOf(event, product));
    const versions = received.map((event) => StockChanged.decode(event.payload).version);
    expect(new Set(versions).size).toBe(count);
    expect(Math.max(...versions)).toBe(count);
  }
  for (const { client, key, body, answer } of done.slice(-50)) {
    const again = await client.untilAnswered('POST', '/stock/adjustments', { key, body });
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
      answer.status,
      answer.text,
      'true',
    ]);
  }
}

const isOf = (event: { type: string; payload: Buffer }, product: string): boolean =>
  event.type === 'stock.changed' && StockChanged.decode(event.payload).productId === product;
