import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { InstallationStatus } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { planOf } from '@commerce/service-kit/testing/database.ts';
import { recordActivityJob } from '../src/jobs/record-activity.ts';
import { removeExpiredJob } from '../src/jobs/remove-expired.ts';
import { listStoreApps } from '../src/rpc/list-store-apps.ts';
import { installationListWithApp } from '../src/store/installation-read.ts';
import { AuthFixture, type TestApp, type TestStore } from './support/fixture.ts';

let auth: AuthFixture;
let store: TestStore;
let app: TestApp;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());
beforeEach(async () => {
  [store, app] = [await auth.newStore(), await auth.newApp()];
});

const apps = async (storeId = store.id) => (await auth.call(listStoreApps, {}, storeId)).apps;

describe('apps of a store', () => {
  test("the list shows the developer, the authorizing person and the scopes of the store's own apps", async () => {
    const start = auth.clock.nowMs;
    const { installationId } = await auth.install(app, store);
    expect(await apps()).toEqual([
      {
        installationId,
        appId: app.id,
        appName: 'App',
        logoUrl: '',
        developerName: 'Dev',
        status: InstallationStatus.INSTALLED,
        scopes: ['read_products'],
        suspended: false,
        installedAtMs: start,
        authorizedBy: 'Ana',
        lastActiveAtMs: undefined,
      },
    ]);
    expect(await apps((await auth.newStore()).id)).toEqual([]);
  });

  test('uninstalled apps are not listed, revoked ones are', async () => {
    const tokens = await auth.install(app, store);
    const other = await auth.newApp();
    await auth.revoke(other, (await auth.install(other, store)).refreshToken);
    await auth.uninstall(tokens);
    expect((await apps()).map(({ appId, status }) => [appId, status])).toEqual([
      [other.id, InstallationStatus.REVOKED],
    ]);
  });

  test('the list uses an index', async () => {
    const plan = await planOf(auth.deps.db, (db) => installationListWithApp(db, store.id));
    expect(plan.scans.join('\n')).toMatch(/installation_store_app on installation i/);
  });
});

describe('last activity of an app', () => {
  test('the list shows the last request at once, and after the rate bucket is gone', async () => {
    const { accessToken } = await auth.install(app, store);
    auth.clock.pass(60_000);
    await auth.admit(accessToken);
    const active = auth.clock.nowMs;
    expect(await apps()).toMatchObject([{ lastActiveAtMs: active }]);
    await recordActivityJob(auth.deps).run();
    auth.clock.pass(2 * 3_600_000);
    await removeExpiredJob(auth.deps).run();
    expect(await apps()).toMatchObject([{ lastActiveAtMs: active }]);
  });

  test('the last request is written at most once in five minutes', async () => {
    const { accessToken, installationId } = await auth.install(app, store);
    const writes = async (): Promise<string> => {
      await recordActivityJob(auth.deps).run();
      const { rows } = await auth.deps.db.pool.query<{ version: string }>(
        'select xmin::text as version from installation_activity where installation_id = $1',
        [installationId],
      );
      return rows[0]!.version;
    };
    await auth.admit(accessToken);
    const first = await writes();
    auth.clock.pass(300_000);
    await auth.admit(accessToken, accessToken);
    expect(await writes()).toBe(first);
    auth.clock.pass(1_000);
    await auth.admit(accessToken);
    const second = await writes();
    expect(second).not.toBe(first);
    expect(await writes()).toBe(second);
  });
});
