import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
  'revoking by %s kills every token of the installation',
  async (kind) => {
    expect(await auth.revoke(app, given[kind])).toBeUndefined();
    expect(await auth.isAccepted(given.accessToken)).toBe(false);
    expect(await auth.refresh(app, given.refreshToken)).toEqual(invalidGrant);
  },
);

test('revoking twice, or what is unknown, succeeds and changes nothing', async () => {
  const other = await auth.install(app, await auth.newStore());
  await auth.revoke(app, given.refreshToken);
  for (const token of [given.refreshToken, given.accessToken, 'unknown', 'a.b.c', `${given.accessToken}x`]) {
    expect(await auth.revoke(app, token)).toBeUndefined();
  }
  expect(await auth.isAccepted(other.accessToken)).toBe(true);
});

test("another client's tokens are not revoked, and the answer does not tell", async () => {
  const stranger = await auth.newApp();
  expect(await auth.revoke(stranger, given.refreshToken)).toBeUndefined();
  expect(await auth.revoke(stranger, given.accessToken)).toBeUndefined();
  expect(await auth.isAccepted(given.accessToken)).toBe(true);
});

test('an access token of before a revocation does not revoke what came after', async () => {
  await auth.revoke(app, given.accessToken);
  const again = await auth.install(app, store);
  expect(await auth.revoke(app, given.accessToken)).toBeUndefined();
  expect(await auth.isAccepted(again.accessToken)).toBe(true);
});

test('a token issued by a refresh that runs beside a revocation is never accepted after it', async () => {
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

test('an uninstall refuses the next request and every token, and is done once', async () => {
  const first = await auth.call(uninstallInstallation, { installationId: given.installationId }, store.id);
  expect(first).toEqual({
    installationId: given.installationId,
    appId: app.id,
    storeId: store.id,
    uninstalledAtMs: auth.clock.nowMs,
    uninstalledBy: 'merchant',
  });
  expect(await auth.isAccepted(given.accessToken)).toBe(false);
  expect(await auth.refresh(app, given.refreshToken)).toEqual(invalidGrant);
  auth.clock.pass(1_000);
  expect(await auth.call(uninstallInstallation, { installationId: given.installationId })).toEqual(first);
});

test('another store cannot uninstall it', async () => {
  const { id: stranger } = await auth.newStore();
  const attempt = auth.call(uninstallInstallation, { installationId: given.installationId }, stranger);
  await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
  expect(await auth.isAccepted(given.accessToken)).toBe(true);
});

test('a suspended app is refused everywhere, and its tokens count again when it is restored', async () => {
  await auth.call(suspendApp, { appId: app.id });
  expect(await auth.isAccepted(given.accessToken)).toBe(false);
  expect(await auth.refresh(app, given.refreshToken)).toEqual(invalidClient);
  expect(await auth.revoke(app, given.refreshToken)).toEqual(invalidClient);
  await auth.call(restoreApp, { appId: app.id });
  expect(await auth.isAccepted(given.accessToken)).toBe(true);
  tokens(await auth.refresh(app, given.refreshToken));
});

test('a suspended developer takes all of the apps along', async () => {
  const { developerId } = app;
  await auth.call(suspendDeveloper, { developerId });
  expect(await auth.isAccepted(given.accessToken)).toBe(false);
  expect(await auth.refresh(app, given.refreshToken)).toEqual(invalidClient);
  await auth.call(restoreDeveloper, { developerId });
  expect(await auth.isAccepted(given.accessToken)).toBe(true);
});

test('who does not exist cannot be suspended', async () => {
  await expect(auth.call(suspendApp, { appId: 'app_x' })).rejects.toMatchObject({ code: 'not_found' });
  const developerId = app.id.replace('app_', 'dev_');
  await expect(auth.call(suspendDeveloper, { developerId })).rejects.toMatchObject({ code: 'not_found' });
});
