import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { adjustment, prepareAdjustments } from './bare/adjustment.ts';
import { customers } from './bare/customers.ts';
import { BARE_NAME, type BareOptions } from './bare/options.ts';
import { orders } from './bare/orders.ts';
import { prices } from './bare/prices.ts';
import { product, products } from './bare/products.ts';
import { refresh } from './bare/refresh.ts';
import type { Answer } from './bare/sql.ts';
import { stock } from './bare/stock.ts';

/**
 * The yardstick: one bare node:http + pg process that answers the same JSON as the platform, each answer from one SQL
 * statement (a write from those that the platform runs), and nothing else: no token, no limits, no validation. The JSON is
 * made where that was measured to cost less, in SQL or here; the list of products is the exception (see bare/products.ts).
 * Prints its port when it listens.
 */

const { databaseUrls, storeId } = JSON.parse(process.env['BARE']!) as BareOptions;

const poolOf = (name: keyof BareOptions['databaseUrls']): pg.Pool =>
  new pg.Pool({
    connectionString: databaseUrls[name],
    max: 10,
    // What a connection has cost can be told as long as it is open.
    idleTimeoutMillis: 0,
    application_name: BARE_NAME,
  });

const auth = poolOf('auth');
const catalog = poolOf('catalog');
const inventory = poolOf('inventory');

const answers: Record<string, [pg.Pool, Answer]> = {
  products: [catalog, products],
  prices: [poolOf('pricing'), prices],
  stock: [inventory, stock],
  orders: [poolOf('orders'), orders],
  customers: [poolOf('customers'), customers],
};

async function answer(request: IncomingMessage): Promise<string> {
  if (request.url === '/stock/adjustments') {
    return adjustment(inventory, storeId, request.headers['idempotency-key'] as string, await text(request));
  }
  if (request.method === 'POST') return refresh(auth, request.headers.authorization!, await text(request));
  const url = new URL(request.url!, 'http://bare');
  const [, resource, id] = url.pathname.split('/');
  if (id !== undefined) return product(catalog, storeId, url);
  const [pool, list] = answers[resource!]!;
  return list(pool, storeId, url);
}

const server = createServer((request, response) => {
  answer(request).then(
    (json) => response.writeHead(200, { 'content-type': 'application/json' }).end(json),
    (error: unknown) => response.writeHead(500).end(JSON.stringify({ error: String(error) })),
  );
});
await prepareAdjustments(inventory);
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
process.on('SIGTERM', () => process.exit(0));
