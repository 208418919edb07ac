import { afterAll, beforeAll, expect, test } from 'vitest';
import { InstallationStatus } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { planOf } from '@commerce/service-kit/testing/database.ts';
import { listStoreInstallations } from '../src/rpc/list-store-installations.ts';
import { suspendApp } from '../src/rpc/suspend-app.ts';
import { installationListOfStores } from '../src/store/installation-read.ts';
import { AuthFixture } from './support/fixture.ts';

let auth: AuthFixture;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());

const list = async (...storeIds: string[]) =>
  (await auth.call(listStoreInstallations, { storeIds })).installations;

test('the list returns the installations of several stores, including revoked and suspended but not uninstalled ones', async () => {
  const [a, b, empty] = [await auth.newStore(), await auth.newStore(), await auth.newStore()];
  const [first, second, third] = [await auth.newApp(), await auth.newApp(), await auth.newApp()];
  const kept = await auth.install(first, a, ['read_products', 'read_prices']);
  const revoked = await auth.install(second, b);
  const gone = await auth.install(third, a);
  await auth.revoke(second, revoked.refreshToken);
  await auth.call(suspendApp, { appId: first.id });
  const expected = [
    {
      storeId: b.id,
      installationId: revoked.installationId,
      appId: second.id,
      status: InstallationStatus.REVOKED,
      scopes: ['read_products'],
      suspended: false,
    },
    {
      storeId: a.id,
      installationId: kept.installationId,
      appId: first.id,
      status: InstallationStatus.INSTALLED,
      scopes: ['read_products', 'read_prices'],
      suspended: true,
    },
  ];
  expect(await list(b.id, a.id)).toHaveLength(3);
  await auth.deps.db.pool.query("update installation set state = 'uninstalled' where id = $1", [
    gone.installationId,
  ]);
  expect(await list(b.id, a.id, empty.id, 'sto_x', b.id)).toEqual(expected);
  expect(await list()).toEqual([]);
});

test('a list of more than a hundred stores is refused', async () => {
  await expect(list(...Array.from({ length: 101 }, () => 'sto_x'))).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

test('the list uses its index, however many installations were uninstalled', async () => {
  await auth.deps.db.pool.query(
    `insert into installation select id || n, store_id, app_id, 'uninstalled', scopes, generation, family_id,
       family_started_at, authorized_by, installed_at, updated_at from installation, generate_series(1, 2000) n`,
  );
  await auth.deps.db.pool.query('analyze installation');
  const plan = await planOf(auth.deps.db, (db) => installationListOfStores(db, ['sto_x', 'sto_y']));
  expect(plan.scans.join('\n')).toMatch(/installation_store_app on installation/);
});
