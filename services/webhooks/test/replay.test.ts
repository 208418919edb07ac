import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BulkJobState as State } from '@commerce/proto/commerce/common/v1/bulk_job.ts';
import { InstallationStatus, UninstalledBy } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { AppUninstalled } from '@commerce/proto/commerce/auth/v1/events.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { killedIn } from '@commerce/service-kit/testing/bulk-jobs.ts';
import { REPLAY_RANGE } from '../src/domain/replay.ts';
import { replayRangeJob } from '../src/jobs/replay-range.ts';
import { retainDaysJob } from '../src/jobs/retain-days.ts';
import { getReplay } from '../src/rpc/get-replay.ts';
import { replayDelivery } from '../src/rpc/replay-delivery.ts';
import { replayRange } from '../src/rpc/replay-range.ts';
import { Engine, newEvent, T0 } from './support/engine.ts';

const ctx = systemContext('req_test', Number.MAX_SAFE_INTEGER);
const HOOK = 'https://hooks.example.com/in';
const DAY = 24 * 3600_000;
let engine: Engine;

beforeEach(async () => {
  engine = await Engine.create();
});
afterEach(() => engine.close());

interface Row {
  id: string;
  event_id: string;
  state: string;
  replay_of: string | null;
  type: string;
}
const rows = (where: string) => engine.query<Row>(`select * from delivery_log where ${where} order by id`);
const replays = () => rows('replay_of is not null');
const replayOne = async (appId: string, deliveryId: string) => {
  const response = await replayDelivery(engine.deps)(ctx, { appId, deliveryId });
  if (!('deliveryId' in response)) throw new Error('a response was expected');
  return response;
};
const startRange = async (appId: string, fromMs = T0, toMs = T0 + DAY) => {
  const response = await replayRange(engine.deps)(ctx, { appId, fromMs, toMs });
  if (!('replayId' in response)) throw new Error('a response was expected');
  return response;
};
const progress = (appId: string, replayId: string) => getReplay(engine.deps)(ctx, { appId, replayId });
const work = () => engine.deps.jobs.worker().run();
const refused = (reason: string) => ({ code: 'conflict', details: [{ reason }] });

async function uninstall(store: string, app: { appId: string; installationId: string }): Promise<void> {
  const installation = {
    installationId: app.installationId,
    appId: app.appId,
    storeId: store,
    status: InstallationStatus.UNINSTALLED,
    scopes: [],
    version: 2,
  };
  engine.uninstall(store, app.installationId);
  const payload = Buffer.from(
    AppUninstalled.encode({ installation, uninstalledBy: UninstalledBy.MERCHANT }).finish(),
  );
  await engine.receive(newEvent(store, 'app.uninstalled', { subjectId: app.installationId, payload }));
}

describe('replay of a delivery', () => {
  test('a replay creates a delivery of the same event that refers to the old delivery, whatever its state', async () => {
    const store = newId('sto');
    const app = await engine.newApp(store, HOOK);
    const event = newEvent(store);
    await engine.receive(event);
    const [old] = await rows('true');
    for (const state of ['retrying', 'dead', 'cancelled', 'delivered'] as const) {
      const one = `id = '${old!.id}'`;
      if (state === 'retrying') await engine.query(`update delivery set state = 'retrying' where ${one}`);
      else if (state === 'dead') await engine.end(state, one);
      else await engine.query(`update finished_delivery set state = '${state}' where ${one}`);
      const { deliveryId, eventId } = await replayOne(app.appId, old!.id);
      expect(deliveryId).toMatch(/^dlv_/);
      expect(eventId).toBe(event.id);
      expect(await rows(`id = '${deliveryId}'`)).toEqual([
        expect.objectContaining({
          state: 'pending',
          event_id: event.id,
          replay_of: old!.id,
          type: event.type,
        }),
      ]);
      expect(await rows(`id = '${old!.id}'`)).toEqual([expect.objectContaining({ state, replay_of: null })]);
    }
  });

  test('a replay is refused for deliveries of other apps, for a disabled endpoint and, unless mandatory, after the app is uninstalled', async () => {
    const store = newId('sto');
    const app = await engine.newApp(store, HOOK);
    await engine.receive(newEvent(store), newEvent(store, 'customers.redact'));
    const [ordinary] = await rows(`type = 'product.updated'`);
    const [redact] = await rows(`type = 'customers.redact'`);
    await expect(replayOne(newId('app'), ordinary!.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(replayOne(app.appId, newId('dlv'))).rejects.toMatchObject({ code: 'not_found' });
    await engine.query(`update endpoint set state = 'disabled'`);
    await expect(replayOne(app.appId, ordinary!.id)).rejects.toMatchObject(refused('webhook_disabled'));
    await engine.query(`update endpoint set state = 'active'`);
    await uninstall(store, app);
    await expect(replayOne(app.appId, ordinary!.id)).rejects.toMatchObject(
      refused('installation_uninstalled'),
    );
    await replayOne(app.appId, redact!.id);
    expect((await replays()).map(({ replay_of }) => replay_of)).toEqual([redact!.id]);
  });

  test('a replay keeps its event for 30 days after the replay, not after the original delivery', async () => {
    const store = newId('sto');
    const app = await engine.newApp(store, HOOK);
    await engine.receive(newEvent(store));
    const [old] = await rows('true');
    await engine.end('dead', 'true');
    engine.nowMs = T0 + 29 * DAY;
    const { deliveryId, eventId } = await replayOne(app.appId, old!.id);
    engine.nowMs = T0 + 31 * DAY;
    await retainDaysJob(engine.deps).run();
    expect((await rows('true')).map(({ id }) => id)).toEqual([deliveryId]);
    expect(await engine.query('select id from event')).toEqual([{ id: eventId }]);
  });

  test('a replay is refused when the event is no longer kept', async () => {
    const store = newId('sto');
    const app = await engine.newApp(store, HOOK);
    await engine.receive(newEvent(store));
    await engine.query('delete from event');
    const [old] = await rows('true');
    await expect(replayOne(app.appId, old!.id)).rejects.toMatchObject(refused('event_not_kept'));
  });
});

describe('replay of a range', () => {
  test('a range replay covers exactly the deliveries that had failed at the request, each once, even if the process dies and more fail', async () => {
    const [store, other] = [newId('sto'), newId('sto')];
    const app = await engine.newApp(store, HOOK);
    engine.install(other, app.appId, ['read_products']);
    const otherApp = await engine.newApp(store, HOOK);
    for (const at of [store, other]) await engine.receive(...Array.from({ length: 400 }, () => newEvent(at)));
    const mine = `app_id = '${app.appId}'`;
    const made = await rows(mine);
    const failedBefore = made.filter((_, i) => i % 4 !== 0).map(({ id }) => id);
    const others = made.filter((_, i) => i % 4 === 0).map(({ id }) => id);
    await engine.end('dead', `app_id = '${otherApp.appId}'`);
    await engine.end('dead', 'id = any($1) and hashtext(id) % 2 = 0', [failedBefore]);
    await engine.end('cancelled', 'id = any($1)', [failedBefore]);
    const { replayId, total } = await startRange(app.appId);
    expect(total).toBe(failedBefore.length);
    // More deliveries fail immediately and while the replay runs.
    const failMore = (from: number) => engine.end('dead', 'id = any($1)', [others.slice(from, from + 50)]);
    await failMore(0);
    const dying = killedIn(2, replayRangeJob(engine.deps));
    const { db, writer, clock } = engine.deps;
    const logger = createLogger('test', 'silent');
    const doomed = new BulkJobs({ db, writer, clock, logger, kinds: { [REPLAY_RANGE]: dying } });
    await expect(doomed.worker().run()).rejects.toThrow('killed');
    expect(await progress(app.appId, replayId)).toMatchObject({ state: State.RUNNING, total, done: 200 });
    expect(await replays()).toHaveLength(200);
    await failMore(50);
    // The lease of the job has ended.
    engine.nowMs += 60_000;
    await work();
    expect(await progress(app.appId, replayId)).toMatchObject({ state: State.DONE, total, done: total });
    const sent = await replays();
    expect(sent.map(({ replay_of }) => replay_of!).toSorted()).toEqual(failedBefore.toSorted());
    expect(sent.every(({ state }) => state === 'pending')).toBe(true);
    const eventOf = new Map(made.map(({ id, event_id }) => [id, event_id]));
    for (const { replay_of, event_id } of sent) expect(event_id).toBe(eventOf.get(replay_of!));
    expect(await engine.query('select 1 from replay_item')).toEqual([]);
    await expect(progress(otherApp.appId, replayId)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a range replay includes the deliveries created in the range, to the millisecond, and not those that are still open', async () => {
    const store = newId('sto');
    const app = await engine.newApp(store, HOOK);
    for (const at of [T0 - 1, T0, T0 + DAY - 1, T0 + DAY]) {
      engine.nowMs = at;
      await engine.receive(newEvent(store), newEvent(store));
    }
    const made = await engine.deliveries();
    const failed = made.filter((_, i) => i % 2 === 0).map(({ id }) => `'${id}'`);
    await engine.end('dead', `id in (${failed.join()})`);
    await engine.query(`update delivery set state = 'retrying'`);
    expect((await startRange(app.appId)).total).toBe(2);
    await work();
    expect((await replays()).map(({ replay_of }) => replay_of!).toSorted()).toEqual(
      [made[2]!.id, made[4]!.id].toSorted(),
    );
  });

  test('a range replay skips installations that were closed before or during the replay, except for mandatory events', async () => {
    const stores = [newId('sto'), newId('sto'), newId('sto')];
    const app = await engine.newApp(stores[0]!, HOOK);
    const installations = [
      app,
      ...stores.slice(1).map((store) => ({
        appId: app.appId,
        installationId: engine.install(store, app.appId, ['read_products']),
      })),
    ];
    for (const store of stores) await engine.receive(newEvent(store), newEvent(store, 'customers.redact'));
    await engine.end('dead', 'true');
    await uninstall(stores[0]!, installations[0]!);
    const { total, replayId } = await startRange(app.appId);
    expect(total).toBe(5);
    await uninstall(stores[1]!, installations[1]!);
    await work();
    expect(await progress(app.appId, replayId)).toMatchObject({ state: State.DONE, done: 5 });
    expect((await replays()).map(({ type }) => type).toSorted()).toEqual([
      'customers.redact',
      'customers.redact',
      'customers.redact',
      'product.updated',
    ]);
  });

  test('a range replay fails when the endpoint is disabled, and its remaining items are deleted after 30 days', async () => {
    const store = newId('sto');
    const app = await engine.newApp(store, HOOK);
    await engine.receive(newEvent(store));
    await engine.end('dead', 'true');
    const { replayId } = await startRange(app.appId);
    await engine.query(`update endpoint set state = 'disabled'`);
    await work();
    expect(await progress(app.appId, replayId)).toMatchObject({
      state: State.FAILED,
      done: 0,
      failure: expect.stringContaining('disabled'),
    });
    expect(await replays()).toEqual([]);
    engine.nowMs += 31 * DAY;
    await retainDaysJob(engine.deps).run();
    expect(await engine.query('select 1 from replay_item')).toEqual([]);
  });

  test('a range replay is refused for a range over 7 days or an invalid one, without an endpoint and for a disabled one', async () => {
    const app = await engine.newApp(newId('sto'), HOOK);
    for (const [fromMs, toMs] of [
      [T0, T0 + 7 * DAY + 1],
      [T0, T0],
      [-1, 5],
      [T0, 1e18],
    ] as const)
      await expect(startRange(app.appId, fromMs, toMs)).rejects.toMatchObject({ code: 'invalid_request' });
    expect((await startRange(app.appId, T0 - 7 * DAY, T0)).total).toBe(0);
    await expect(startRange(newId('app'))).rejects.toMatchObject({ code: 'not_found' });
    await engine.query(`update endpoint set state = 'disabled'`);
    await expect(startRange(app.appId)).rejects.toMatchObject(refused('webhook_disabled'));
  });
});
