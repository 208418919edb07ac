import { setTimeout as sleep } from 'node:timers/promises';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import { posRoutes } from '@commerce/console-api/routes/pos.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { webhookRoutes } from '@commerce/console-api/routes/webhooks.ts';
import type { Behavior } from '@commerce/deploy/webhook-listen/receiver.ts';
import { AppClient } from '../support/install-app.ts';
import { WritingClient } from '../support/writes.ts';
import type { Demo } from './demo.ts';
import { exhaustRetries, addHistory } from './past.ts';
import { sendRequests } from './requests.ts';

/** Number of sales while the receiver responds, refuses and hangs, and after its recovery. */
const SALES = { good: 12, refused: 4, unanswered: 1, after: 8 };

/**
 * Generates webhook traffic for the demo's first app, once: installs it, makes sales and lets its receiver fail
 * at times, so that log, failures and statistics have content. Everything except the statistics of earlier
 * hours passes through the real pipeline.
 */
export async function makeTraffic(demo: Demo, receiver: Behavior): Promise<void> {
  const developer = await demo.as('developer');
  const app = demo.apps[0]!;
  const params = { developer: demo.developer, app: app.client_id };
  const { items } = await developer.call(webhookRoutes.deliveries, { params, query: { limit: 1 } });
  if (items.length > 0) return;
  await addHistory(demo.dataDir, app.client_id);
  const client = new AppClient(demo.gateway, app);
  await client.install(demo.people.owner);
  await installOnTestStore(demo, client);
  await sendRequests(demo);

  await sell(demo, SALES.good, receiver);
  await unsubscribed(demo, params);
  receiver.hang = true;
  await sell(demo, SALES.unanswered, receiver);
  await settledAttempts(demo, params);
  Object.assign(receiver, { hang: false, fail: 503 });
  await sell(demo, SALES.refused, receiver);
  await askForData(demo);
  await settledAttempts(demo, params);
  await exhaustRetries(demo.dataDir, app.client_id);
  await settledAttempts(demo, params);
  receiver.fail = undefined;
  await sell(demo, SALES.after, receiver);
  await settledAttempts(demo, params);
  await new AppClient(demo.gateway, demo.apps[1]!).install(demo.people.owner);
}

type AppParams = { developer: string; app: string };

/** Installs the app on a test store of the developer. */
async function installOnTestStore(demo: Demo, client: AppClient): Promise<void> {
  const developer = await demo.as('developer');
  const params = { developer: demo.developer };
  const { items } = await developer.call(developerRoutes.listStores, { params });
  if (items.length === 0)
    await developer.call(developerRoutes.createStore, { params, body: { name: 'Almacén de pruebas' } });
  const { access_token } = await client.install(demo.people.developer);
  const products = new WritingClient(demo.gateway, access_token);
  for (const name of ['Mate de calabaza', 'Bombilla de alpaca', 'Yerba orgánica 500 g'])
    await products.newProduct({ name });
}

const PAYMENT_METHODS = ['cash', 'card_terminal', 'bank_transfer'] as const;

/** Makes POS sales of various products in various shops, every other one to a known customer. */
async function sell(demo: Demo, sales: number, receiver: Behavior): Promise<void> {
  const owner = await demo.as('owner');
  const params = { store: demo.store };
  const shops = (await owner.call(shopRoutes.list, { params, query: {} })).items;
  const buyers = await customers(demo);
  let left = sales;
  // Products without stock or price at a shop are skipped.
  for (let at = 0; left > 0 && at < sales * 4; at += 1) {
    const shop = shops[at % 3]!.id;
    const found = await owner.call(posRoutes.search, { params, query: { shop, q: '' } });
    const product = found.items.filter(({ variants }) => variants === 0)[(at * 5) % 11];
    if (product === undefined || product.priceCentavos === null) continue;
    receiver.slowMs = 20 + Math.round(Math.random() ** 3 * 400);
    const quantity = 1 + (at % 3);
    const expectedTotalCentavos = product.priceCentavos * quantity;
    const gateway = PAYMENT_METHODS[at % PAYMENT_METHODS.length]!;
    const body = {
      shopId: shop,
      lines: [{ productId: product.id, quantity }],
      payments: [{ gateway, amountCentavos: expectedTotalCentavos }],
      discountCentavos: 0,
      expectedTotalCentavos,
      ...(at % 2 === 0 ? { customerId: buyers[at % buyers.length]! } : {}),
    };
    if ((await owner.send(posRoutes.sell, { params, body })).status === 200) left -= 1;
    await sleep(150);
  }
}

/** A change of an event type that the app is temporarily not subscribed to. */
async function unsubscribed(demo: Demo, params: AppParams): Promise<void> {
  const developer = await demo.as('developer');
  const read = async () => (await developer.call(webhookRoutes.get, { params })).endpoint!;
  const { url, eventTypes } = await read();
  const put = async (types: string[]) => {
    const { updatedAt: version } = await read();
    await developer.call(webhookRoutes.put, { params, body: { url, eventTypes: types, version } });
  };
  await put(eventTypes.filter((type) => !type.startsWith('customer.')));
  const owner = await demo.as('owner');
  for (const customer of (await customers(demo)).slice(0, 4)) {
    const one = { store: demo.store, customer };
    const { updatedAt: version } = await owner.call(customerRoutes.get, { params: one });
    await owner.call(customerRoutes.setTags, { params: one, body: { tags: ['mayorista'], version } });
  }
  await settledAttempts(demo, params);
  await put(eventTypes);
}

async function askForData(demo: Demo): Promise<void> {
  const [customer] = await customers(demo);
  const params = { store: demo.store, customer: customer! };
  await (await demo.as('owner')).call(customerRoutes.requestData, { params });
}

async function customers({ as, store }: Demo): Promise<string[]> {
  const { items } = await (
    await as('owner')
  ).call(customerRoutes.list, { params: { store }, query: { limit: 20 } });
  return items.map(({ id }) => id);
}

/** Waits until every delivery has been attempted. */
async function settledAttempts({ as }: Demo, params: AppParams): Promise<void> {
  // Events take some time to become deliveries.
  await sleep(2_000);
  const developer = await as('developer');
  for (;;) {
    const query = { state: 'pending', limit: 1 } as const;
    if ((await developer.call(webhookRoutes.deliveries, { params, query })).items.length === 0) return;
    await sleep(500);
  }
}
