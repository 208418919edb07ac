import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ConflictError,
  fileTokenStore,
  InsufficientScopeError,
  InvalidRequestError,
  NotFoundError,
  OAuthError,
  POSTGRES_TOKEN_TABLE,
  postgresTokenStore,
  type TokenStore,
} from '@mostrador/sdk';
import { PlainBrowser } from '../support/browser.ts';
import { signInAndAllow } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { platform } from '../support/platform.ts';
import { installSdkApp, sdkApp, type SdkApp } from '../support/sdk-app.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';

const { gateways, adminDatabaseUrl } = platform();
const pool = new pg.Pool({ connectionString: adminDatabaseUrl });
const folder = mkdtempSync(path.join(tmpdir(), 'sdk-tokens-'));
const STORES: [string, TokenStore][] = [
  ['fileTokenStore', fileTokenStore(folder)],
  ['postgresTokenStore', postgresTokenStore(pool)],
];
let store: StockedStore;

beforeAll(async () => {
  store = await newStockedStore(gateways[0]);
  await pool.query(POSTGRES_TOKEN_TABLE);
});
afterAll(() => pool.end());

describe.each(STORES)('an app with %s', (_, tokens) => {
  let installed: SdkApp;
  beforeAll(async () => {
    installed = await installSdkApp(gateways[0], store.owner, undefined, tokens);
  });

  test('is installed by the owner’s consent, and its tokens are stored', async () => {
    const stored = await tokens.load(installed.installationId);
    expect(stored).toMatchObject({
      installationId: installed.installationId,
      store: { id: store.id, name: store.name },
    });
    expect(stored!.scopes).toEqual(expect.arrayContaining(['read_products', 'write_stock']));
    expect(await tokens.load('ins_unknown')).toBeUndefined();
    expect((await installed.client.getStore()).id).toBe(store.id);
  });

  test('refreshes once for all calls, and processes that refresh at the same time get the same pair', async () => {
    const { installationId, registered, app } = installed;
    const before = (await tokens.load(installationId))!;
    const other = sdkApp(gateways[0], registered, tokens);
    const all = await Promise.all(
      [app, app, other, other].map((each) => each.token(installationId, before.accessToken)),
    );
    expect(new Set(all).size).toBe(1);
    expect(all[0]).not.toBe(before.accessToken);
    expect((await tokens.load(installationId))!.accessToken).toBe(all[0]);
    for (const each of [app, other]) expect((await each.client(installationId).getStore()).id).toBe(store.id);
  });

  test('a process uses the tokens that another one has stored since', async () => {
    const { installationId, registered, app, client } = installed;
    const other = sdkApp(gateways[0], registered, tokens);
    const old = await app.token(installationId);
    const renewed = await other.token(installationId, old);
    await other.revoke(installationId);
    await expect(client.getStore()).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(renewed).not.toBe(old);
    expect(await tokens.load(installationId)).toBeUndefined();
  });
});

test('token files are readable by their owner only', async () => {
  await installSdkApp(gateways[0], store.owner, undefined, fileTokenStore(folder));
  const [file] = readdirSync(folder);
  expect(statSync(path.join(folder, file!)).mode.toString(8)).toMatch(/600$/);
  await expect(fileTokenStore(folder).load('../passwd')).rejects.toThrow('not an installation id');
});

describe('an authorization', () => {
  test('that the owner declines, or of another session, throws an OAuthError', async () => {
    const registered = await newApp();
    const app = sdkApp(gateways[0], registered, fileTokenStore(folder));
    const { url, session } = app.authorization(['read_products']);
    const returned = await signInAndAllow(new PlainBrowser(gateways[0]), url, store.owner);
    await expect(app.install(returned, app.authorization().session)).rejects.toMatchObject({
      error: 'invalid_state',
    });
    const declined = new URL(returned);
    declined.searchParams.set('error', 'access_denied');
    await expect(app.install(declined, session)).rejects.toThrow(new OAuthError('access_denied', undefined));
    const foreign = new URL(returned);
    foreign.searchParams.set('iss', 'https://attacker.example');
    await expect(app.install(foreign, session)).rejects.toMatchObject({ error: 'invalid_state' });
    const { installationId, scopes } = await app.install(returned, session);
    expect(scopes).toEqual(['read_products']);
    await expect(app.client(installationId).listCustomers()).rejects.toThrow(InsufficientScopeError);
    await expect(app.install(returned, session)).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});

describe('a client', () => {
  let installed: SdkApp;
  beforeAll(async () => {
    installed = await installSdkApp(gateways[0], store.owner);
  });

  test('reads lists and resources, and writes once for a key', async () => {
    const { client } = installed;
    const shops = [];
    for await (const shop of client.listShops({ limit: 1 })) shops.push(shop.id);
    expect(shops.toSorted()).toEqual(store.shops.toSorted());
    const product = await client.createProduct({ body: { name: 'Mate de calabaza', sku: 'MATE-1' } });
    expect((await client.setPrices({ productId: product.id, body: { price: 1234.5 } })).price).toBe(1234.5);
    const body = { shop: store.shops[0], product: product.id, delta: 5 };
    const keyed = { idempotencyKey: `count-${product.id}` };
    for (let i = 0; i < 2; i++) expect((await client.adjustStock({ body }, keyed)).on_hand).toBe(5);
    const outcomes = await client.batchAdjustStock({
      body: { adjustments: [body, { ...body, delta: -99 }] },
    });
    expect(outcomes).toMatchObject([
      { status: 200, data: { on_hand: 10 } },
      { status: 409, problem: { code: 'conflict' } },
    ]);
    expect(await client.deleteProduct({ id: product.id })).toEqual({ id: product.id, deleted: true });
    await expect(client.getProduct({ id: product.id })).rejects.toThrow(NotFoundError);
  });

  test('throws classes with the code, the details and the request id', async () => {
    const { client } = installed;
    const body = { shop: store.shops[0], product: store.product.id, delta: -1_000 };
    const error = await client.adjustStock({ body }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({ status: 409, code: 'conflict', reason: 'insufficient_stock' });
    expect((error as ConflictError).requestId).not.toBe('');
    const invalid = client.createCustomer({ body: { name: '', email: 'nope' } });
    await expect(invalid).rejects.toThrow(InvalidRequestError);
    await expect(invalid).rejects.toMatchObject({
      details: expect.arrayContaining([expect.objectContaining({ field: 'email' })]),
    });
  });

  test('uninstalls the app', async () => {
    expect(await installed.client.deleteInstallation()).toEqual({ uninstalled: true });
    await expect(installed.client.getStore()).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});
