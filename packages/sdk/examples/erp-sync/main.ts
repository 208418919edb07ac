import { createHash } from 'node:crypto';
import path from 'node:path';
import express, { type Request } from 'express';
import { App, expressHandler, fileTokenStore, OAuthError, sync, Webhooks } from '@mostrador/sdk';
import type { AuthorizationSession } from '@mostrador/sdk';
import { applyBatch, emptyCopy, findSku, putStock, readCopies, saveCopies, type Copy } from './copy.ts';

/** Reads a setting from the environment. */
function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`Set ${name}: README.md lists the settings.`);
  return value;
}

const folder = setting('DATA_DIR');
const redirectUri = setting('MOSTRADOR_REDIRECT_URI');
const app = new App({
  baseUrl: setting('MOSTRADOR_BASE_URL'),
  authUrl: setting('MOSTRADOR_AUTH_URL'),
  clientId: setting('MOSTRADOR_CLIENT_ID'),
  clientSecret: setting('MOSTRADOR_CLIENT_SECRET'),
  redirectUri,
  tokens: fileTokenStore(path.join(folder, 'tokens')),
});
const RESOURCES = ['products', 'orders', 'customers', 'stock'] as const;
const file = path.join(folder, 'copies.json');
const copies = readCopies(file);
let turn: Promise<unknown> = Promise.resolve();

/** Runs one task at a time, so that an older response never replaces a newer one in a copy. */
function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  const result = turn.then(task);
  turn = result.catch(() => undefined);
  return result;
}

/** Brings the copy of a store up to date. */
function syncStore(storeId: string): void {
  const run = inTurn(async () => {
    const copy = copies[storeId];
    if (copy === undefined) return;
    const client = app.client(copy.installationId);
    for await (const batch of sync(client, RESOURCES, copy.position)) {
      applyBatch(copy, batch);
      await saveCopies(file, copies);
    }
    console.log(`synced ${storeId}`);
  });
  run.catch((error: unknown) => console.error(`sync of ${storeId} failed`, error));
}

const CHANGES = [
  ...(['product.created', 'product.updated', 'product.deleted', 'products.bulk_updated'] as const),
  ...(['order.created', 'order.updated', 'order.paid', 'order.cancelled', 'stock.changed'] as const),
  ...(['customer.created', 'customer.updated', 'customers.redact'] as const),
];
const webhooks = new Webhooks(setting('MOSTRADOR_WEBHOOK_SECRET'))
  .on(CHANGES, ({ store_id }) => syncStore(store_id))
  .on('store.redact', ({ store_id }) =>
    inTurn(() => {
      delete copies[store_id];
      return saveCopies(file, copies);
    }),
  );

const server = express();
server.post('/webhooks', expressHandler(webhooks));

/** Sends the owner of a store to the authorization page. */
server.get('/install', (_request, response) => {
  const { url, session } = app.authorization();
  response.cookie('authorization', JSON.stringify(session), { httpOnly: true, sameSite: 'lax' });
  response.redirect(url);
});

/** Receives the owner again, and copies the store. */
server.get(new URL(redirectUri).pathname, async (request, response) => {
  try {
    const returned = new URL(request.originalUrl, redirectUri);
    const { store, installationId } = await app.install(returned, sessionOf(request));
    copies[store.id] = emptyCopy(installationId);
    syncStore(store.id);
    response.send(`Installed on ${store.name}.`);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    response.status(400).send(`Not installed: ${error.message}`);
  }
});

function sessionOf(request: Request): AuthorizationSession {
  const cookie = /(?:^|; )authorization=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
  if (cookie === undefined) throw new OAuthError('invalid_state', 'Start at /install, in this browser.');
  return JSON.parse(decodeURIComponent(cookie)) as AuthorizationSession;
}

/** A stock count of the ERP: its number, the id of the shop, and at most 100 SKUs. */
interface StockCount {
  document: string;
  shop: string;
  counts: { sku: string; onHand: number }[];
}

/** The ERP posts its stock counts here. A repeated document takes effect once. */
server.post('/stores/:store/counts', express.json(), async (request, response) => {
  const copy = copies[request.params['store']];
  if (copy === undefined) return void response.status(404).send('The app is not installed on this store.');
  const count = request.body as StockCount;
  const unknown = count.counts.filter(({ sku }) => findSku(copy, sku) === undefined).map(({ sku }) => sku);
  if (unknown.length > 0) return void response.status(422).json({ unknown });
  response.json({ refused: await inTurn(() => setStock(copy, count)) });
});

/** Sets the stock in Mostrador and in the copy, because the app receives no events of its own changes. @returns refusals */
async function setStock(copy: Copy, { document, shop, counts }: StockCount): Promise<string[]> {
  const known = copy.documents[document];
  if (known !== undefined) return known;
  const adjustments = counts.map(({ sku, onHand }) => ({ shop, ...findSku(copy, sku)!, set: onHand }));
  const idempotencyKey = createHash('sha256').update(document).digest('hex');
  const client = app.client(copy.installationId);
  const outcomes = await client.batchAdjustStock({ body: { adjustments } }, { idempotencyKey });
  const rows = outcomes.flatMap((outcome) => ('data' in outcome ? [outcome.data] : []));
  const refused = outcomes.flatMap((outcome) => ('problem' in outcome ? [outcome.problem.detail] : []));
  putStock(copy, rows);
  copy.documents[document] = refused;
  await saveCopies(file, copies);
  return refused;
}

const port = Number(setting('PORT'));
server.listen(port, () => console.log(`listening on port ${port}`));
for (const storeId of Object.keys(copies)) syncStore(storeId);
