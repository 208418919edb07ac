import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { StockChanged } from '@commerce/proto/commerce/inventory/v1/events.ts';
import { adjust, manyClients, type Adjustment } from '../support/adjusting.ts';
import { untilReady } from '../support/extra-gateway.ts';
import { listen, type Listener } from '../support/listen.ts';
import { pidOf, platform } from '../support/platform.ts';
import type { WritingClient } from '../support/writes.ts';

const { processes, databaseUrls, demo } = platform();
const store = demo.stores[1].id;

jest.setTimeout(300_000);

let clients: WritingClient[];
let shop: string;
let products: string[];
let listener: Listener;
let inventory: pg.Pool;

beforeAll(async () => {
  clients = await manyClients(10);
  shop = (await clients[0]!.get('/shops?limit=1')).body.data[0].id;
  listener = await listen();
  inventory = new pg.Pool({ connectionString: databaseUrls['inventory']!, max: 2 });
  // The pool's connections break when the database is restarted.
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

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Does the work again and again while the load runs. */
async function during<T>(load: Promise<T>, disturb: () => Promise<void>): Promise<T> {
  const over = new AbortController();
  const disturbing = (async () => {
    while (!over.signal.aborted) await disturb();
  })();
  const result = await load.finally(() => over.abort());
  await disturbing;
  return result;
}

const threeHundred = () => adjust(clients, shop, products, 300);

async function allWell(): Promise<void> {
  await Promise.all(Object.values(processes).map(({ adminUrl }) => untilReady(adminUrl)));
}

/** Stock, ledger, answers and events say the same: every adjustment took effect exactly once. */
async function expectExactly(done: Adjustment[]): Promise<void> {
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
    const heard = await listener.until(count, (event) => isOf(event, product));
    const versions = heard.map((event) => StockChanged.decode(event.payload).version);
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

describe('every adjustment takes effect exactly once and is told', () => {
  test('while services are killed, each in turn', async () => {
    const victims = [
      'inventory',
      'auth',
      'gateway',
      'inventory',
      'catalog',
      'orders',
      'inventory',
      'pricing',
    ];
    const done = await during(adjust(clients, shop, products, 2_000), async () => {
      await pause(500 + Math.random() * 1_500);
      // Each a few times at most: a process that dies again and again is started ever later.
      const pid = victims.length > 0 ? await pidOf(victims[0]!) : undefined;
      if (pid === undefined) return;
      victims.shift();
      process.kill(pid, 'SIGKILL');
    });
    await allWell();
    await expectExactly(done);
  });

  test('while the database server is restarted', async () => {
    let restarts = 0;
    const done = await during(adjust(clients, shop, products, 600), async () => {
      await pause(500);
      if (restarts++ > 1) return;
      process.kill((await pidOf('postgres'))!, 'SIGINT');
      await pause(2_000);
    });
    await allWell();
    await expectExactly(done);
  });

  test('while NATS is stopped for half a minute, and while it is killed', async () => {
    const before = threeHundred();
    await pause(300);
    const stopped = (await pidOf('nats'))!;
    process.kill(stopped, 'SIGSTOP');
    const meanwhile = threeHundred();
    await pause(30_000);
    process.kill(stopped, 'SIGCONT');
    const after = threeHundred();
    await pause(300);
    process.kill((await pidOf('nats'))!, 'SIGKILL');
    const done = (await Promise.all([before, meanwhile, after])).flat();
    await allWell();
    await expectExactly(done);
  });
});
