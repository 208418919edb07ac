import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { posRoutes } from '@commerce/console-api/routes/pos.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { Api } from './api.ts';
import type { History } from './history.ts';
import { Choices } from './random.ts';
import type { World } from './world.ts';

/** A part of the load: does one round of its work. */
type Work = (world: World, history: History, choices: Choices) => Promise<void>;

/** Centavos of a sold product. */
const PRICE_CENTAVOS = 100_000;
const MAX_BATCH = 8;
const PROBES = 10;
const PATIENCE_MS = 15_000;

async function keyed(world: World, history: History, method: string, path: string, body: unknown) {
  const request = { method, path, key: randomUUID(), body };
  const answer = await world.writer.api.answered(request);
  history.keyed.push({ request, answer });
  history.count('keyed writes');
  return answer;
}

const adjustOne: Work = async (world, history, choices) => {
  const [product, delta, reason] = [choices.oneOf(world.counted), choices.between(1, 5), randomUUID()];
  const body = { shop: world.store.shops[0], product, delta, reason };
  const { status } = await keyed(world, history, 'POST', '/stock/adjustments', body);
  history.adjustments.push({ reason, product, delta, made: status === 200 });
};

const adjustMany: Work = async (world, history, choices) => {
  const wanted = Array.from({ length: choices.between(2, MAX_BATCH) }, () => ({
    product: choices.oneOf(world.counted),
    delta: choices.between(1, 5),
    reason: randomUUID(),
  }));
  const adjustments = wanted.map((each) => ({ shop: world.store.shops[0], ...each }));
  const { body } = await keyed(world, history, 'POST', '/stock/adjustments/batch', { adjustments });
  for (const [index, each] of wanted.entries())
    history.adjustments.push({ ...each, made: body.data?.[index]?.status === 200 });
};

const changeProducts: Work = async (world, history, choices) => {
  const sku = randomUUID();
  const { body } = await keyed(world, history, 'POST', '/products', { name: `Producto ${sku}`, sku });
  const { id } = body.data;
  history.products.set(sku, false);
  for (let n = choices.between(0, 2); n > 0; n--)
    await keyed(world, history, 'PATCH', `/products/${id}`, { name: `Producto ${sku} ${n}` });
  await keyed(world, history, 'PUT', `/prices/${id}`, { price: choices.between(1, 9_999) });
  if (choices.number() > 0.4) return;
  // The second of two deletions is answered with 404.
  await world.writer.api.answered({ method: 'DELETE', path: `/products/${id}` });
  history.products.set(sku, true);
  history.count('deletions');
};

const changeCustomers: Work = async (world, history, choices) => {
  const email = `${randomUUID()}@example.com`;
  const { body } = await keyed(world, history, 'POST', '/customers', { name: `Zulema ${email}`, email });
  const { id } = body.data;
  const customer = { id: id as string, erased: false };
  history.customers.set(email, customer);
  await keyed(world, history, 'PATCH', `/customers/${id}`, { phone: `11 5${choices.between(1e6, 9e6)}` });
  if (choices.number() > 0.4) return;
  await merchant(world, ({ client }) =>
    client.call(customerRoutes.erase, { params: { store: world.store.id, customer: id } }),
  );
  customer.erased = true;
  history.count('erasures');
};

/** Repeats what a merchant does until it is done; each is safe to repeat. */
async function merchant<T>(world: World, act: (store: World['store']) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++)
    try {
      return await act(world.store);
    } catch (error) {
      if (attempt === 200) throw error;
      await sleep(500);
    }
}

const sellByPhone: Work = async (world, history, choices) => {
  const { client, id: store, shops } = world.store;
  const line = { productId: choices.oneOf(world.sold), quantity: choices.between(1, 3) };
  const { order } = await client.call(orderRoutes.create, {
    params: { store },
    body: {
      source: 'phone',
      shopId: shops[0],
      lines: [line],
      paymentGateway: 'credit_account',
      discountCentavos: 0,
    },
  });
  history.orderNumbers.push(order.orderNumber);
  history.count('orders');
  const steps = choices.oneOf([['confirmed'], ['shipped', 'delivered'], ['preparing', 'delivered'], []]);
  for (const status of steps) await keyed(world, history, 'POST', `/orders/${order.id}/status`, { status });
};

const sellAtTill: Work = async (world, history, choices) => {
  const { client, id: store, shops } = world.store;
  const quantity = choices.between(1, 3);
  const { order } = await client.call(posRoutes.sell, {
    params: { store },
    body: {
      shopId: shops[0],
      lines: [{ productId: choices.oneOf(world.sold), quantity }],
      payments: [{ gateway: 'cash', amountCentavos: quantity * PRICE_CENTAVOS }],
      discountCentavos: 0,
      expectedTotalCentavos: quantity * PRICE_CENTAVOS,
    },
  });
  history.orderNumbers.push(order.orderNumber);
  history.count('sales at the till');
};

/** Time within which a client that lost the response may repeat a refresh with its key (docs/api/oauth.md), in ms. */
const REPEATABLE_MS = 60_000;

/** Refreshes as the documentation says: a request without a response is repeated with its key. */
const refresh: Work = async (world, history, choices) => {
  const { refresher } = world;
  const { client_id: id, client_secret: secret } = refresher.app;
  const request = {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
      'idempotency-key': randomUUID(),
    },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresher.refreshToken }),
  };
  for (const until = Date.now() + REPEATABLE_MS; Date.now() < until; await sleep(200)) {
    const url = `${choices.oneOf(world.gateways)}/oauth/apps/token`;
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
      () => undefined,
    );
    const body = (await response?.json().catch(() => undefined)) as Record<string, string> | undefined;
    if (response?.status === 400) {
      history.violations.push(`a refresh was refused: ${body?.['error']} ${body?.['error_description']}`);
      return;
    }
    if (response?.status !== 200 || body === undefined) continue;
    refresher.refreshToken = body['refresh_token']!;
    history.count('refreshes');
    return;
  }
  history.violations.push(`a refresh was not answered in ${REPEATABLE_MS / 1000} s`);
};

/** Installs an app, ends the installation, and checks that no request that began afterwards is accepted. */
const endInstallation: Work = async (world, history, choices) => {
  const client = new AppClient(world.issuer, await newApp());
  const tokens = await client.install(world.store.owner);
  const api = new Api(world.gateways, tokens.access_token, choices);
  await Promise.all(Array.from({ length: PROBES }, () => api.send({ method: 'GET', path: '/store' })));
  const uninstalls = choices.number() < 0.5;
  if (uninstalls) await api.answered({ method: 'DELETE', path: '/installation' });
  else await client.revoke(choices.oneOf([tokens.access_token, tokens.refresh_token]));
  const late = await Promise.all(
    Array.from({ length: 2 * PROBES }, () => api.send({ method: 'GET', path: '/products?limit=1' })),
  );
  const accepted = late.filter((answer) => answer?.status === 200).length;
  if (accepted > 0)
    history.violations.push(
      `${accepted} requests were accepted after ${uninstalls ? 'an uninstallation' : 'a revocation'}`,
    );
  history.count(uninstalls ? 'uninstallations' : 'revocations');
};

const read: Work = async (world, history, choices) => {
  const { shops } = world.store;
  const paths = [
    '/products?limit=50',
    `/stock?shop=${shops[0]}`,
    `/prices?shop=${shops[0]}`,
    '/orders?limit=50',
    '/customers?limit=50',
  ];
  const answer = await world.reader.api.send({ method: 'GET', path: choices.oneOf(paths) });
  history.count(answer?.status === 200 ? 'reads' : 'reads without an answer');
};

/** Requests more than the plan admits. */
const exceedLimit: Work = async (world, history) => {
  const startedMs = Date.now();
  const answer = await world.limited.api.send({ method: 'GET', path: '/store' });
  if (answer?.status === 200) history.admitted.push({ startedMs, answeredMs: Date.now() });
  history.count('requests above the limit');
};

/** The parts of the load, with the number of concurrent workers and the pause of each between two rounds, in ms. */
const PARTS: Record<string, { work: Work; workers: number; pauseMs: number }> = {
  adjustOne: { work: adjustOne, workers: 4, pauseMs: 50 },
  adjustMany: { work: adjustMany, workers: 2, pauseMs: 150 },
  changeProducts: { work: changeProducts, workers: 2, pauseMs: 150 },
  changeCustomers: { work: changeCustomers, workers: 2, pauseMs: 200 },
  sellByPhone: { work: sellByPhone, workers: 2, pauseMs: 200 },
  sellAtTill: { work: sellAtTill, workers: 1, pauseMs: 200 },
  refresh: { work: refresh, workers: 1, pauseMs: 500 },
  endInstallation: { work: endInstallation, workers: 1, pauseMs: 1_000 },
  exceedLimit: { work: exceedLimit, workers: 2, pauseMs: 150 },
  read: { work: read, workers: 3, pauseMs: 100 },
};

/** Runs the load until `over`; rounds that have begun are finished. */
export async function runLoad(world: World, history: History, over: AbortSignal): Promise<void> {
  const workers = Object.entries(PARTS).flatMap(([name, part]) =>
    Array.from({ length: part.workers }, async (_, n) => {
      const choices = new Choices(world.seed, `${name} ${n}`);
      while (!over.aborted) {
        // A person or an app that gives up begins again with something else.
        await part.work(world, history, choices).catch((error: Error) => {
          history.count(`${name} given up`);
          history.failures.push(`${name}: ${error.message.replace(/.*answered/, '')}`);
        });
        await sleep(part.pauseMs);
      }
    }),
  );
  await Promise.all(workers);
}
