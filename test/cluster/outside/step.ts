import assert from 'node:assert/strict';
import { consoleRoutes } from '@commerce/console-api/index.ts';
import { call } from '../../support/api.ts';
import { ConsoleClient } from '../../support/console-client.ts';
import { AppClient } from '../../support/install-app.ts';
import { expectedSignature } from '../../support/webhook-receiver.ts';
import { WritingClient } from '../../support/writes.ts';
import { Installation } from '../installation.ts';
import { until } from '../kubernetes.ts';
import { readEverything, sendWrites } from './api.ts';
import { fromHere, type Accounts } from './from-here.ts';
import { ReceiverPod } from './receiver.ts';

/** Context of the step. */
interface Outside {
  publicUrl: string;
  accounts: Accounts;
  /** App with every scope. */
  writer: AppClient;
  /** App that may read products and stock. */
  listener: AppClient;
  receiver: ReceiverPod;
}

/** Exercises the main paths of the public API and the console from this machine through the gateway's Service. */
export async function outside(installation: Installation): Promise<string[]> {
  const { publicUrl } = Installation;
  const receiver = await ReceiverPod.start(installation);
  try {
    return await fromHere(installation, async (accounts) => {
      const [writer, listener] = accounts.apps.map((app) => new AppClient(publicUrl, app));
      const context = { publicUrl, accounts, writer: writer!, listener: listener!, receiver };
      return [await checkConsole(context), ...(await checkContract(context))];
    });
  } finally {
    await receiver.stop();
  }
}

/** Checks that pages load with their script, and that people sign in, work and sign out. */
async function checkConsole({ publicUrl, accounts }: Outside): Promise<string> {
  const page = await (await fetch(`${publicUrl}/`)).text();
  const script = /<script[^>]+src="([^"]+)"/.exec(page)?.[1];
  assert.ok(script !== undefined, `not a console page: ${page.slice(0, 200)}`);
  assert.equal((await fetch(new URL(script, publicUrl).href)).status, 200);
  const owner = await ConsoleClient.of(publicUrl, accounts.owners[0]!);
  const { session } = await owner.call(consoleRoutes.session.get, {});
  const params = { store: session!.stores[0]!.id };
  const { items } = await owner.call(consoleRoutes.products.list, { params, query: {} });
  assert.ok(items.length > 0, 'the console lists no products');
  await owner.call(consoleRoutes.session.signOut, {});
  assert.equal((await owner.call(consoleRoutes.session.get, {})).session, null);
  await assert.rejects(ConsoleClient.of(publicUrl, { ...accounts.owners[0]!, password: 'not this one' }));
  return 'the console: pages and script load, the owner signs in, sees the products and signs out; a wrong password is refused';
}

/** Installs, reads, writes, receives webhooks and uninstalls. */
async function checkContract(context: Outside): Promise<string[]> {
  const { publicUrl, accounts, writer, listener, receiver } = context;
  const owner = accounts.owners[0]!;
  const secret = await endpointFor(context);
  const { refresh_token: old } = await writer.install(owner);
  const refreshed = await writer.refresh(old);
  const client = new WritingClient(publicUrl, refreshed.access_token);
  const { access_token: token } = await listener.install(owner);
  const listenerClient = new WritingClient(publicUrl, token);
  const root = listenerClient.root;
  assert.equal((await call(root, '/products')).status, 401);
  assert.equal((await call(root, '/orders', token)).status, 403);
  const counts = await readEverything(client);
  const { product, sent, replayed } = await sendWrites(client);
  await until('GET /events contains the product', async () => {
    const { body } = await call(root, '/events?type=product.created&limit=100', token);
    return (body.data as { data: { id: string } }[]).some(({ data }) => data.id === product);
  });
  await expectSigned(receiver, secret, 'product.created', (data) => data['id'] === product);
  await expectSigned(receiver, secret, 'stock.changed', (data) => data['product_id'] === product);
  assert.equal((await listenerClient.send('DELETE', '/installation')).status, 200);
  assert.equal((await call(root, '/products', token)).status, 401);
  await expectSigned(receiver, secret, 'app.uninstalled', () => true);
  const read = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  return [
    'an app installed by OAuth through the sign-in and consent pages, its token refreshed; 401 without a token, 403 without the scope',
    `every collection read to its end: ${read.join(', ')}`,
    `${sent} writes, ${replayed} of them sent twice with their key: same response, one effect`,
    'another app received product.created, stock.changed and app.uninstalled as webhooks with valid signatures, and the product in GET /events; after the uninstall its token is refused',
  ];
}

/**
 * Creates the webhook endpoint of the listening app, as its developer does in the portal.
 * @returns the signing secret
 */
async function endpointFor({ publicUrl, accounts, listener, receiver }: Outside): Promise<string> {
  const portal = await ConsoleClient.of(publicUrl, accounts.developer);
  const { session } = await portal.call(consoleRoutes.session.get, {});
  const params = { developer: session!.developers[0]!.id, app: listener.app.client_id };
  const body = { url: receiver.url, eventTypes: ['product.created', 'stock.changed'] };
  await portal.call(consoleRoutes.webhooks.put, { params, body });
  return (await portal.call(consoleRoutes.webhooks.reveal, { params })).secret;
}

async function expectSigned(
  receiver: ReceiverPod,
  secret: string,
  type: string,
  fits: (data: Record<string, unknown>) => boolean,
): Promise<void> {
  const received = await receiver.until(type, ({ body }) => body.type === type && fits(body.data));
  const signature = received.headers['x-service-signature'];
  assert.equal(signature, expectedSignature(secret, received), `${type} has an invalid signature`);
}
