import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemContext } from '@commerce/service-kit/context.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { listOpenPrivacyEvents } from '../src/rpc/list-open-privacy-events.ts';
import { replayRange } from '../src/rpc/replay-range.ts';
import { retainDays } from '../src/use-cases/retain-days.ts';
import { Engine, newEvent, T0 } from './support/engine.ts';
import { installationEvent, installedEvent } from './support/installation-event.ts';

const HOOK = 'https://hooks.example.com/in';
const DAY = 24 * 3600_000;
const ctx = systemContext('req_test', Number.MAX_SAFE_INTEGER);
let engine: Engine;

beforeAll(async () => {
  engine = await Engine.create();
});
afterAll(() => engine.close());

const sentTo = async (installationId: string): Promise<string[]> =>
  (await engine.deliveries(`installation_id = '${installationId}'`)).map(
    ({ type, state }) => `${type} ${state}`,
  );

/** An app that was uninstalled 48 hours ago and has not answered its `store.redact`. */
async function redacted(): Promise<{ store: string; appId: string; installationId: string }> {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK);
  engine.uninstall(store, app.installationId);
  await engine.receive(installationEvent('app.uninstalled', store, app));
  await engine.end('delivered', 'app_id = $1', [app.appId]);
  await engine.receive(installationEvent('store.redact', store, app));
  return { store, ...app };
}

/** Installs the app again, with a new installation. */
function reinstall(store: string, appId: string) {
  const installationId = engine.install(store, appId, ['read_products']);
  return { appId, installationId };
}

test('the open deliveries of an uninstalled app are cancelled before the transaction that closes its installation', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK);
  await engine.receive(newEvent(store, 'customers.redact'));
  await engine.query(
    `insert into delivery (id, app_id, store_id, installation_id, event_id, event_day, type, sees_costs, state, due_at, created_at)
     select 'dlv_' || n, $1, $2, $3, 'evt_' || n, '2099-11-03', 'product.updated', false, 'pending', $4, $4
     from generate_series(1, 2500) n`,
    [app.appId, store, app.installationId, new Date(T0)],
  );
  await engine.fanOut.prepare([installationEvent('app.uninstalled', store, app)], ctx);
  const counts = Map.groupBy(await sentTo(app.installationId), (state) => state);
  expect(Object.fromEntries([...counts].map(([state, rows]) => [state, rows.length]))).toEqual({
    'customers.redact pending': 1,
    'product.updated cancelled': 2_500,
  });
});

test.each(['pending', 'dead'])(
  'a reinstall cancels a %s store.redact of the earlier installation, which is then no open privacy event',
  async (state) => {
    const { store, appId, installationId } = await redacted();
    if (state === 'dead') await engine.end('dead', "app_id = $1 and type = 'store.redact'", [appId]);
    const open = async () => {
      const response = await listOpenPrivacyEvents(engine.deps)(ctx, {
        appId,
        limit: 10,
        pageToken: Buffer.alloc(0),
      });
      return 'deliveries' in response ? response.deliveries.length : undefined;
    };
    expect(await open()).toBe(1);
    await engine.receive(installedEvent(store, reinstall(store, appId)));
    expect(await sentTo(installationId)).toEqual(['app.uninstalled delivered', 'store.redact cancelled']);
    expect(await open()).toBe(0);
    const range = { appId, fromMs: T0 - 1, toMs: T0 + DAY };
    expect(await replayRange(engine.deps)(ctx, range)).toMatchObject({ total: 0 });
  },
);

test('a reinstall cancels no store.redact of another app, of another store or of the new installation', async () => {
  const [one, other] = [await redacted(), await redacted()];
  const elsewhere = newId('sto');
  const installationId = engine.install(elsewhere, one.appId, []);
  await engine.receive(installationEvent('store.redact', elsewhere, { appId: one.appId, installationId }));
  await engine.receive(installedEvent(one.store, reinstall(one.store, one.appId)));
  expect(await sentTo(other.installationId)).toContain('store.redact pending');
  expect(await sentTo(installationId)).toContain('store.redact pending');
  // An event that arrives again after the new installation was uninstalled, too.
  const own = { appId: other.appId, installationId: other.installationId };
  await engine.receive(installedEvent(other.store, own));
  expect(await sentTo(other.installationId)).toContain('store.redact pending');
});

test('a store.redact that arrives after the reinstall is not sent', async () => {
  const { store, appId, installationId } = await redacted();
  await engine.query("delete from delivery where type = 'store.redact' and app_id = $1", [appId]);
  reinstall(store, appId);
  await engine.receive(installationEvent('store.redact', store, { appId, installationId }));
  expect(await sentTo(installationId)).toEqual(['app.uninstalled delivered']);
});

test('a cancelled store.redact is deleted with the log', async () => {
  const { store, appId, installationId } = await redacted();
  await engine.receive(installedEvent(store, reinstall(store, appId)));
  engine.nowMs = T0 + 31 * DAY;
  await retainDays(engine.deps);
  expect(await sentTo(installationId)).toEqual([]);
  engine.nowMs = T0;
});
