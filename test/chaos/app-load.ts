import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import type { DemoApp } from '../support/platform.ts';
import { Api, PATIENCE_MS } from './api.ts';
import type { History } from './history.ts';
import type { Choices } from './random.ts';
import { keyed, merchant, type Work } from './work.ts';
import type { Installed, World } from './world.ts';

const MAX_BATCH = 8;
const PROBES = 10;

export const adjustOne: Work = async (world, history, choices) => {
  const [product, delta, reason] = [choices.oneOf(world.counted), choices.between(1, 5), randomUUID()];
  const body = { shop: world.store.shops[0], product, delta, reason };
  const { status } = await keyed(world, history, 'POST', '/stock/adjustments', body);
  history.adjustments.push({ reason, product, delta, made: status === 200 });
};

export const adjustMany: Work = async (world, history, choices) => {
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

export const changeProducts: Work = async (world, history, choices) => {
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

export const changeCustomers: Work = async (world, history, choices) => {
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

/** Time within which a client that lost the response may repeat a refresh with its key (docs/api/oauth.md), in ms. */
const REPEATABLE_MS = 60_000;

/**
 * Refreshes as the documentation says: a request without a response is repeated with its key.
 * @returns the tokens, or the error
 */
async function refreshed(
  { gateways }: World,
  choices: Choices,
  { client_id: id, client_secret: secret }: DemoApp,
  refreshToken: string,
): Promise<Record<string, string>> {
  const request = {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
      'idempotency-key': randomUUID(),
    },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  };
  for (const until = Date.now() + REPEATABLE_MS; Date.now() < until; await sleep(200)) {
    const url = `${choices.oneOf(gateways)}/oauth/apps/token`;
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
      () => undefined,
    );
    const body = (await response?.json().catch(() => undefined)) as Record<string, string> | undefined;
    if (body !== undefined && (response?.status === 200 || response?.status === 400)) return body;
  }
  return { error: `no answer in ${REPEATABLE_MS / 1000} s` };
}

async function refreshApp(world: World, history: History, choices: Choices, app: Installed): Promise<void> {
  const { error, access_token, refresh_token } = await refreshed(world, choices, app.app, app.refreshToken);
  if (access_token === undefined || refresh_token === undefined)
    return void history.violations.push(`a refresh was refused: ${error}`);
  app.bearer.token = access_token;
  app.refreshToken = refresh_token;
  history.count('refreshes');
}

export const refresh: Work = (world, history, choices) =>
  refreshApp(world, history, choices, world.refresher);

/** Refreshes the apps whose access tokens are used throughout. */
export const renewTokens: Work = async (world, history, choices) => {
  const { writer, subscribers, outsider, reader, limited } = world;
  for (const app of [writer, ...subscribers, outsider, reader, limited])
    await refreshApp(world, history, choices, app);
};

/** Authorizes an installed app again: scopes are kept and added, earlier refresh tokens end, and the new one works. */
export const authorizeAgain: Work = async (world, history, choices) => {
  const client = new AppClient(world.issuer, await newApp(['read_products', 'read_orders']));
  const before = await client.install(world.store.owner, ['read_products']);
  const after = await client.install(world.store.owner, ['read_orders']);
  history.count('re-authorizations');
  const api = new Api(world.gateways, { token: after.access_token }, choices);
  for (const path of ['/products?limit=1', '/orders?limit=1']) {
    const { status } = await api.get(path);
    if (status !== 200) history.violations.push(`${path} was answered ${status} after a re-authorization`);
  }
  const { error } = await refreshed(world, choices, client.app, before.refresh_token);
  if (error !== 'invalid_grant')
    history.violations.push(`a refresh token from before a re-authorization: ${error ?? 'accepted'}`);
  const { error: refusal } = await refreshed(world, choices, client.app, after.refresh_token);
  if (refusal !== undefined)
    history.violations.push(`the refresh token of a re-authorization was refused: ${refusal}`);
  await api.answered({ method: 'DELETE', path: '/installation' });
};

/** Installs an app, ends the installation, and checks that no request that began afterwards is accepted. */
export const endInstallation: Work = async (world, history, choices) => {
  const client = new AppClient(world.issuer, await newApp());
  const tokens = await client.install(world.store.owner);
  const api = new Api(world.gateways, { token: tokens.access_token }, choices);
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

export const read: Work = async (world, history, choices) => {
  const { shops } = world.store;
  const paths = [
    '/products?limit=50',
    `/stock?shop=${shops[0]}`,
    `/prices?shop=${shops[0]}`,
    '/orders?limit=50',
    '/customers?limit=50',
  ];
  const answer = await world.reader.api.send({ method: 'GET', path: choices.oneOf(paths) });
  const outcome = answer === undefined ? 'no response' : String(answer.status);
  history.count(outcome === '200' ? 'reads' : `reads: ${outcome}`);
};

/** Requests more than the plan admits. */
export const exceedLimit: Work = async (world, history) => {
  const startedMs = Date.now();
  const answer = await world.limited.api.send({ method: 'GET', path: '/store' });
  if (answer?.status === 200) history.admitted.push({ startedMs, answeredMs: Date.now() });
  history.count('requests above the limit');
};
