import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GetInstallationResponse } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { TokenSet } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { planOf } from '@commerce/service-kit/testing/database.ts';
import { getInstallation } from '../src/rpc/get-installation.ts';
import { installationFindWithUsage } from '../src/store/installation-read.ts';
import { AuthFixture } from './support/fixture.ts';

let auth: AuthFixture;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());

/** The response to an installation. */
async function get(
  { installationId, storeId }: Pick<TokenSet, 'installationId' | 'storeId'>,
  kind: Actor_Kind = Actor_Kind.INSTALLATION,
): Promise<GetInstallationResponse> {
  const actor = { kind, id: installationId, appId: 'app_x' };
  const ctx = { ...systemContext('test', deadlineIn(30_000), storeId), actor };
  return (await getInstallation(auth.deps)(ctx, {})) as GetInstallationResponse;
}

test('an installation is returned with its granted scopes, its store, and the limits of the plan with their usage', async () => {
  const store = await auth.newStore('demo');
  const [app, revoked] = [await auth.newApp(), await auth.newApp()];
  const tokens = await auth.install(app, store, ['read_products', 'read_stock']);
  await auth.revoke(revoked, (await auth.install(revoked, store)).refreshToken);
  await auth.install(app, await auth.newStore());
  const expected: GetInstallationResponse = {
    installationId: tokens.installationId,
    storeId: store.id,
    storeName: 'La Tienda',
    scopes: ['read_products', 'read_stock'],
    requestsPerMinute: 120,
    requestBurst: 12,
    requestsRemaining: 12,
    maxInstalledApps: 3,
    installedApps: 2,
  };
  expect(await get(tokens)).toEqual(expected);
});

test('the remaining requests are those of the admission, and refill with time up to the burst', async () => {
  const tokens = await auth.install(await auth.newApp(), await auth.newStore('demo'));
  const { accessToken } = tokens;
  const decisions = await auth.admit(accessToken, accessToken, accessToken);
  const remaining = async () => (await get(tokens)).requestsRemaining;
  expect(await remaining()).toBe(9);
  expect(await remaining()).toBe(decisions.at(-1)!.remaining);
  auth.clock.pass(499);
  expect(await remaining()).toBe(9);
  auth.clock.pass(1);
  expect(await remaining()).toBe(10);
  auth.clock.pass(3_600_000);
  expect(await remaining()).toBe(12);
});

test('an installation of another store, an uninstalled one, and a caller that is none are not found', async () => {
  const tokens = await auth.install(await auth.newApp(), await auth.newStore());
  const missing = { code: 'not_found' };
  await expect(get({ ...tokens, storeId: (await auth.newStore()).id })).rejects.toMatchObject(missing);
  await expect(get(tokens, Actor_Kind.PERSON)).rejects.toMatchObject(missing);
  await auth.uninstall(tokens);
  await expect(get(tokens)).rejects.toMatchObject(missing);
});

test('installation and usage are found by indexes', async () => {
  const { installationId, storeId } = await auth.install(await auth.newApp(), await auth.newStore());
  const { scans } = await planOf(auth.deps.db, (db) =>
    installationFindWithUsage(db, storeId, installationId),
  );
  expect(scans).toHaveLength(3);
  for (const scan of scans) expect(scan).toMatch(/Index (Only )?Scan using (installation_|store_pkey)/);
});
