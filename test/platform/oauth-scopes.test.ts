// covers: gateway, services/auth
import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/api.ts';
import { authorizationUrl, consentPage } from '../support/authorization.ts';
import { PlainBrowser, type Page } from '../support/browser.ts';
import { AppClient } from '../support/install-app.ts';
import { allScopes, newApp } from '../support/new-app.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { postRefresh } from '../support/token-endpoint.ts';
import { apiRoot, platform } from '../support/platform.ts';

const { gateways } = platform();
const root = apiRoot(gateways[1]);

let store: TestStore;

beforeAll(async () => {
  store = await newStore('enterprise');
});

const newClient = async (scopes?: string[]): Promise<AppClient> =>
  new AppClient(gateways[0], await newApp(scopes));

/** Scopes listed on a consent page, with those marked as new. */
const scopesOf = (page: Page) =>
  page.document.querySelectorAll('li[data-scope]').map((item) => ({
    scope: item.getAttribute('data-scope'),
    isNew: item.querySelector('.new') !== null,
  }));

async function pageFor(client: AppClient, scope?: string): Promise<Page> {
  const url = authorizationUrl(gateways[0], client.app, { scope });
  return consentPage(new PlainBrowser(gateways[0]), url, store.owner);
}

describe('granted scopes', () => {
  test('a request without scopes is granted all scopes of the app', async () => {
    const client = await newClient();
    expect((await client.install(store.owner)).scope.split(' ')).toEqual(allScopes());
    const narrow = await newClient(['read_stock', 'read_shops']);
    expect((await narrow.install(store.owner)).scope).toBe('read_shops read_stock');
    expect((await (await newClient()).install(store.owner, [''])).scope.split(' ')).toEqual(allScopes());
  });

  test('a request with scopes is granted that subset, regardless of repetition and order', async () => {
    const client = await newClient();
    const { scope, access_token } = await client.install(store.owner, [
      'read_stock',
      'read_products',
      'read_stock',
    ]);
    expect(scope).toBe('read_products read_stock');
    expect((await call(root, '/products', access_token)).status).toBe(200);
    expect((await call(root, '/orders', access_token)).status).toBe(403);
  });
});

const statuses = async (token: string) =>
  Promise.all(['/products', '/orders'].map(async (path) => (await call(root, path, token)).status));

describe('reauthorization of an installed app', () => {
  test('a reauthorization marks new scopes, grants the union and never narrows it', async () => {
    const client = await newClient(['read_products', 'read_stock', 'read_orders']);
    expect(scopesOf(await pageFor(client, 'read_products'))).toEqual([
      { scope: 'read_products', isNew: false },
    ]);
    const first = await client.install(store.owner, ['read_products']);
    expect(first.scope).toBe('read_products');

    expect(scopesOf(await pageFor(client, 'read_products read_stock'))).toEqual([
      { scope: 'read_stock', isNew: true },
      { scope: 'read_products', isNew: false },
    ]);
    const second = await client.install(store.owner, ['read_stock']);
    expect(second.scope).toBe('read_products read_stock');
    expect(second.installation_id).toBe(first.installation_id);

    // A request for fewer scopes adds and removes nothing.
    expect(scopesOf(await pageFor(client, 'read_stock'))).toEqual([
      { scope: 'read_products', isNew: false },
      { scope: 'read_stock', isNew: false },
    ]);
    expect((await client.install(store.owner, ['read_stock'])).scope).toBe('read_products read_stock');
    expect((await client.install(store.owner)).scope).toBe('read_products read_stock read_orders');
  });

  test('a reauthorization keeps earlier access tokens with their scopes and revokes earlier refresh tokens', async () => {
    const client = await newClient();
    const first = await client.install(store.owner, ['read_products']);
    const second = await client.install(store.owner, ['read_orders']);
    expect(await statuses(first.access_token)).toEqual([200, 403]);
    expect(await statuses(second.access_token)).toEqual([200, 200]);

    const dead = await postRefresh(gateways[1], client.app, first.refresh_token);
    expect([dead.status, dead.body.error]).toEqual([400, 'invalid_grant']);
    // Use of the old token is not theft, so the new tokens stay valid.
    const refreshed = await client.refresh(second.refresh_token);
    expect(refreshed.scope).toBe('read_products read_orders');
    expect(await statuses(first.access_token)).toEqual([200, 403]);
  });

  test('a reauthorization restores a revoked installation with the same id', async () => {
    const client = await newClient();
    const first = await client.install(store.owner, ['read_products']);
    await client.revoke(first.refresh_token);
    expect((await call(root, '/products', first.access_token)).status).toBe(401);
    const second = await client.install(store.owner, ['read_stock']);
    expect(second.installation_id).toBe(first.installation_id);
    expect(second.scope).toBe('read_products read_stock');
    expect((await call(root, '/products', second.access_token)).status).toBe(200);
    // Revoked tokens stay revoked.
    expect((await call(root, '/products', first.access_token)).status).toBe(401);
    const dead = await postRefresh(gateways[0], client.app, first.refresh_token);
    expect([dead.status, dead.body.error]).toEqual([400, 'invalid_grant']);
  });
});
