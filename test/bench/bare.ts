import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { SESSION_SETTINGS, startupOptions } from '@commerce/service-kit/db/database.ts';
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
 * The baseline: one bare node:http + pg process that returns the same JSON as the platform from one SQL
 * statement per response (a write from those that the platform runs), without tokens, limits or validation. The
 * JSON is built in SQL or here, wherever that was measured to be cheaper, except for the list of products (see
 * bare/products.ts). Prints its port when it listens.
 */

const { databaseUrls, storeId } = JSON.parse(process.env['BARE']!) as BareOptions;

const poolOf = (name: keyof BareOptions['databaseUrls']): pg.Pool =>
  new pg.Pool({
    connectionString: databaseUrls[name],
    max: 10,
    // The CPU time of a connection can be read only while it is open.
    idleTimeoutMillis: 0,
    application_name: BARE_NAME,
    options: startupOptions(SESSION_SETTINGS),
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
