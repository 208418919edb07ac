import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { UninstalledBy } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { OAuthError, type TokenSet } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { restoreApp } from '../src/rpc/restore-app.ts';
import { restoreDeveloper } from '../src/rpc/restore-developer.ts';
import { suspendApp } from '../src/rpc/suspend-app.ts';
import { suspendDeveloper } from '../src/rpc/suspend-developer.ts';
import { uninstallInstallation } from '../src/rpc/uninstall-installation.ts';
import { AuthFixture, tokens, type TestApp, type TestStore } from './support/fixture.ts';

let auth: AuthFixture;
let app: TestApp;
let store: TestStore;
let given: TokenSet;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());
beforeEach(async () => {
  [app, store] = await Promise.all([auth.newApp(), auth.newStore()]);
  given = await auth.install(app, store);
});

const invalidGrant = expect.objectContaining({ error: OAuthError.INVALID_GRANT });
const invalidClient = expect.objectContaining({ error: OAuthError.INVALID_CLIENT });

test.each(['accessToken', 'refreshToken'] as const)(
  'revoking by %s invalidates every token of the installation',
  async (kind) => {
    expect(await auth.revoke(app, given[kind])).toBeUndefined();
    expect(await auth.isAccepted(given.accessToken)).toBe(false);
    expect(await auth.refresh(app, given.refreshToken)).toEqual(invalidGrant);
  },
);

test('revoking twice, or an unknown token, succeeds without an effect', async () => {
  const other = await auth.install(app, await auth.newStore());
  await auth.revoke(app, given.refreshToken);
  for (const token of [given.refreshToken, given.accessToken, 'unknown', 'a.b.c', `${given.accessToken}x`]) {
    expect(await auth.revoke(app, token)).toBeUndefined();
  }
  expect(await auth.isAccepted(other.accessToken)).toBe(true);
});

test("another client's tokens are not revoked, and the response does not reveal it", async () => {
  const other = await auth.newApp();
  expect(await auth.revoke(other, given.refreshToken)).toBeUndefined();
  expect(await auth.revoke(other, given.accessToken)).toBeUndefined();
  expect(await auth.isAccepted(given.accessToken)).toBe(true);
});

test('an access token from before a revocation does not revoke later tokens', async () => {
  await auth.revoke(app, given.accessToken);
  const again = await auth.install(app, store);
  expect(await auth.revoke(app, given.accessToken)).toBeUndefined();
  expect(await auth.isAccepted(again.accessToken)).toBe(true);
});

test('a token refreshed during a concurrent revocation is never accepted after it', async () => {
  const replica = auth.replica();
  for (let round = 0; round < 20; round++) {
    const installed = await auth.install(app, store);
    const [refreshed] = await Promise.all([
      auth.refresh(app, installed.refreshToken),
      replica.revoke(app, installed.accessToken),
    ]);
    if (!('error' in refreshed)) {
      expect(await auth.isAccepted(refreshed.accessToken)).toBe(false);
      expect(await auth.refresh(app, refreshed.refreshToken)).toEqual(invalidGrant);
    }
    expect(await auth.isAccepted(installed.accessToken)).toBe(false);
  }
  await replica.close();
});

test('an uninstall invalidates every token at once and is idempotent', async () => {
  const first = await auth.call(uninstallInstallation, { installationId: given.installationId }, store.id);
  expect(first).toEqual({
    installationId: given.installationId,
    appId: app.id,
    storeId: store.id,
    uninstalledAtMs: auth.clock.nowMs,
    uninstalledBy: UninstalledBy.MERCHANT,
  });
  expect(await auth.isAccepted(given.accessToken)).toBe(false);
  expect(await auth.refresh(app, given.refreshToken)).toEqual(invalidGrant);
  auth.clock.pass(1_000);
  expect(await auth.call(uninstallInstallation, { installationId: given.installationId })).toEqual(first);
});

test('another store cannot uninstall the app', async () => {
  const { id: other } = await auth.newStore();
  const attempt = auth.call(uninstallInstallation, { installationId: given.installationId }, other);
  await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
  expect(await auth.isAccepted(given.accessToken)).toBe(true);
});

test('the tokens of a suspended app are refused until it is restored', async () => {
  await auth.call(suspendApp, { appId: app.id });
  expect(await auth.isAccepted(given.accessToken)).toBe(false);
  expect(await auth.refresh(app, given.refreshToken)).toEqual(invalidClient);
  expect(await auth.revoke(app, given.refreshToken)).toEqual(invalidClient);
  await auth.call(restoreApp, { appId: app.id });
  expect(await auth.isAccepted(given.accessToken)).toBe(true);
  tokens(await auth.refresh(app, given.refreshToken));
});

test("the tokens of a suspended developer's apps are refused until it is restored", async () => {
  const { developerId } = app;
  await auth.call(suspendDeveloper, { developerId });
  expect(await auth.isAccepted(given.accessToken)).toBe(false);
  expect(await auth.refresh(app, given.refreshToken)).toEqual(invalidClient);
  await auth.call(restoreDeveloper, { developerId });
  expect(await auth.isAccepted(given.accessToken)).toBe(true);
});

test('an unknown app or developer cannot be suspended', async () => {
  await expect(auth.call(suspendApp, { appId: 'app_x' })).rejects.toMatchObject({ code: 'not_found' });
  const developerId = app.id.replace('app_', 'dev_');
  await expect(auth.call(suspendDeveloper, { developerId })).rejects.toMatchObject({ code: 'not_found' });
});
