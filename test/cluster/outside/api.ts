import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { versions } from '@commerce/public-api/versions.ts';
import { VALID_WRITES, type Targets, type WritingClient } from '../../support/writes.ts';

const routes = Object.values(versions[0]!.routes);
/**
 * The writes of the contract, ordered so that nothing is retired before it is used; the app uninstalls itself
 * at the end.
 */
const writes = routes
  .filter(({ method, path }) => method !== 'GET' && path !== '/installation')
  .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));

interface Item {
  id?: string;
}

/**
 * Reads every collection of the contract to its last page, and one resource of each by its id.
 * @returns the numbers of items
 */
export async function readEverything(client: WritingClient): Promise<Record<string, number>> {
  const shop = (await client.get('/shops?limit=1')).body.data[0].id as string;
  const counts: Record<string, number> = {};
  for (const { path } of routes.filter(({ method, path: of }) => method === 'GET' && !of.includes(':'))) {
    const needsShop = path === '/prices' || path === '/stock';
    const items = await pagesOf(client, needsShop ? `${path}?shop=${shop}` : path);
    counts[path.slice(1)] = items.length;
    if (!routes.some((route) => route.method === 'GET' && route.path === `${path}/:id`)) continue;
    const [first] = items;
    const alone = await client.get(`${path}/${first!.id}`);
    assert.deepEqual(alone.body.data, first, `${path}/${first!.id} differs from its item in the list`);
  }
  return counts;
}

/** All items of a collection, each once; or the resource of a path that is not a collection. */
async function pagesOf(client: WritingClient, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const next = cursor === '' ? '' : `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
    const { status, body, text } = await client.get(path + next);
    assert.equal(status, 200, `${path}: ${status} ${text}`);
    if (!Array.isArray(body.data)) return [body.data as Item];
    items.push(...(body.data as Item[]));
    cursor = body.next_cursor as string | null;
  }
  const ids = items.flatMap(({ id }) => id ?? []);
  assert.equal(new Set(ids).size, ids.length, `${path} lists an item twice`);
  return items;
}

/** Result of the writes. */
export interface Writes {
  product: string;
  /** Number of writes, and of those sent a second time with their key. */
  sent: number;
  replayed: number;
}

/** Sends every write of the contract; those with a key twice, expecting a replay of the response. */
export async function sendWrites(client: WritingClient): Promise<Writes> {
  const targets = await targetsOf(client);
  const result: Writes = { product: targets.product, sent: 0, replayed: 0 };
  for (const { method, path, idempotency } of writes) {
    const name = `${method} ${path}`;
    const retired = method === 'DELETE' ? (await client.newProduct()).id : targets.product;
    const write = VALID_WRITES[name]!({ ...targets, product: retired });
    const key = idempotency === 'none' ? {} : { key: randomUUID() };
    const answer = await client.send(method, write.path, { ...key, body: write.body });
    assert.ok(answer.status === 200 || answer.status === 201, `${name}: ${answer.status} ${answer.text}`);
    result.sent += 1;
    if (idempotency === 'none') continue;
    const again = await client.send(method, write.path, { ...key, body: write.body });
    assert.equal(again.headers.get('idempotent-replayed'), 'true', `${name} is not replayed`);
    assert.deepEqual([again.status, again.text], [answer.status, answer.text]);
    result.replayed += 1;
  }
  await expectEffects(client, targets);
  return result;
}

async function targetsOf(client: WritingClient): Promise<Targets> {
  const first = async (path: string) => (await client.get(`${path}?limit=1`)).body.data[0].id as string;
  const orders = (await client.get('/orders?limit=100&status=confirmed')).body.data as {
    id: string;
    shipping: unknown;
  }[];
  return {
    shop: await first('/shops'),
    product: (await client.newProduct()).id,
    order: orders.find(({ shipping }) => shipping !== null)!.id,
    customer: await first('/customers'),
  };
}

/** Expects that each effect has reached the other services and happened once. */
async function expectEffects(client: WritingClient, { shop, product, order }: Targets): Promise<void> {
  const stock = await client.get(`/stock?shop=${shop}&product=${product}`);
  assert.equal(stock.body.data[0].on_hand, 9);
  assert.equal((await client.get(`/products/${product}`)).body.data.price, 1234.5);
  assert.equal((await client.get(`/orders/${order}`)).body.data.status, 'shipped');
}
