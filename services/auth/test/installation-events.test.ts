import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { InstallationStatus } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { enumName } from '@commerce/proto/enum.ts';
import { InstallationChanged } from '@commerce/proto/commerce/auth/v1/events.ts';
import { AuthFixture, tokens, type TestApp, type TestStore } from './support/fixture.ts';

let auth: AuthFixture;
let app: TestApp;
let store: TestStore;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());
beforeEach(async () => {
  [app, store] = await Promise.all([auth.newApp(), auth.newStore('demo')]);
  await auth.events();
});

/** The published events: type, status, scopes and version. */
async function published(): Promise<[string, string, string, number][]> {
  return (await auth.events()).map(({ type, subjectId, storeId, payload }) => {
    const { installation } = InstallationChanged.decode(payload);
    const { installationId, appId, status, scopes, version } = installation!;
    expect([installationId, appId, installation!.storeId, storeId]).toEqual([
      subjectId,
      app.id,
      store.id,
      store.id,
    ]);
    return [type, enumName(InstallationStatus, status), scopes.join(' '), version];
  });
}

test('an installation publishes an event when it is created, widened, revoked and restored', async () => {
  const first = await auth.install(app, store);
  expect(await published()).toEqual([['app.installed', 'installed', 'read_products', 1]]);
  const second = await auth.install(app, store, ['read_stock']);
  expect(await published()).toEqual([['app.authorized', 'installed', 'read_products read_stock', 2]]);
  await auth.revoke(app, second.accessToken);
  await auth.revoke(app, second.accessToken);
  await auth.revoke(app, first.refreshToken);
  expect(await published()).toEqual([['app.authorized', 'revoked', 'read_products read_stock', 3]]);
  const third = await auth.install(app, store);
  await auth.revoke(app, third.refreshToken);
  expect(await published()).toEqual([
    ['app.authorized', 'installed', 'read_products read_stock', 4],
    ['app.authorized', 'revoked', 'read_products read_stock', 5],
  ]);
});

test('a refresh publishes no event; a reused refresh token publishes the revocation', async () => {
  const { refreshToken } = await auth.install(app, store);
  await auth.events();
  tokens(await auth.refresh(app, refreshToken));
  await auth.refresh(app, refreshToken);
  expect(await published()).toEqual([]);
  auth.clock.pass(10_001);
  await auth.refresh(app, refreshToken);
  expect(await published()).toEqual([['app.authorized', 'revoked', 'read_products', 2]]);
});

test('a code exchanged twice publishes a revocation; a refused exchange publishes nothing', async () => {
  const code = await auth.authorize(app, store);
  expect(await auth.exchange({ ...app, secret: 'sk_wrong' }, code)).toHaveProperty('error');
  expect(await published()).toEqual([]);
  await auth.exchange(app, code);
  await auth.exchange(app, code);
  expect(await published()).toEqual([
    ['app.installed', 'installed', 'read_products', 1],
    ['app.authorized', 'revoked', 'read_products', 2],
  ]);
});
