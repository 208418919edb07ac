import { describe, expect, test } from 'vitest';
import { WebhookDisabled } from '@commerce/proto/commerce/webhooks/v1/events.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { drainOutbox } from '@commerce/service-kit/testing/writer.ts';
import { getEndpoint } from '../src/rpc/get-endpoint.ts';
import { reactivateEndpoint } from '../src/rpc/reactivate-endpoint.ts';
import { rotateSecret } from '../src/rpc/rotate-secret.ts';
import { sendPing } from '../src/rpc/send-ping.ts';
import { newEvent, T0 } from './support/engine.ts';
import { answers } from './support/receiver.ts';
import { useStage } from './support/stage.ts';

const HOUR = 3600_000;
const ctx = systemContext('req_test', Number.MAX_SAFE_INTEGER);
const stage = useStage();

/** Disables the endpoint of an app that has many further deliveries. */
async function disableWithBacklog(count: number) {
  stage.receiver.answer = answers(500);
  const store = newId('sto');
  const app = await stage.engine.newApp(store, stage.receiver.url);
  await stage.engine.query('update endpoint set first_failure_at = $1, last_failure_at = $2', [
    new Date(T0 - 48 * HOUR),
    new Date(T0 - HOUR),
  ]);
  await stage.engine.query(
    `insert into delivery (id, app_id, store_id, installation_id, event_id, event_day, type, sees_costs, state, due_at, created_at)
     select 'dlv_' || n, $1, $2, $3, 'evt_' || n, '2099-11-03', case n when 1 then 'customers.redact' else 'product.updated' end, false,
       'retrying', $4, $5 from generate_series(1, $6) n`,
    [app.appId, store, app.installationId, new Date(T0 + HOUR), new Date(T0), count],
  );
  await stage.engine.receive(newEvent(store));
  await stage.engine.until((rows) => rows.some(({ state }) => state === 'cancelled'), 'the disabling');
  const states = async () => {
    const all = (await stage.engine.deliveries()).map(({ type, state }) => `${type} ${state}`);
    return Object.fromEntries([...Map.groupBy(all, (key) => key)].map(([key, rows]) => [key, rows.length]));
  };
  return { ...app, store, states };
}

describe('pings', () => {
  test('a ping is sent without a store', async () => {
    const { appId } = await stage.engine.newApp(newId('sto'), stage.receiver.url);
    const response = await sendPing(stage.engine.deps)(ctx, { appId });
    const [row] = await stage.engine.until(([one]) => one!.state === 'delivered', 'the ping');
    expect(response).toEqual({ eventId: row!.event_id, deliveryId: row!.id });
    const { headers, body } = stage.receiver.received[0]!;
    expect(headers).not.toHaveProperty('x-service-store');
    expect(JSON.parse(body)).toEqual({
      id: row!.event_id,
      type: 'ping',
      created_at: new Date(T0).toISOString(),
      store_id: null,
      data: { app_id: appId },
    });
  });

  test('a ping is refused for an app without an endpoint, or with a disabled one', async () => {
    const { appId } = await stage.engine.newApp(newId('sto'), stage.receiver.url);
    await stage.engine.query("update endpoint set state = 'disabled'");
    await expect(sendPing(stage.engine.deps)(ctx, { appId })).rejects.toMatchObject({
      details: [{ reason: 'webhook_disabled' }],
    });
    for (const other of [newId('app'), '', 'x'])
      await expect(sendPing(stage.engine.deps)(ctx, { appId: other })).rejects.toMatchObject({
        code: 'not_found',
      });
  });
});

describe('health of endpoints', () => {
  test('an endpoint is disabled by a failure 48 hours after the first, its developer is notified, and it can be reactivated', async () => {
    stage.receiver.answer = answers(500);
    const store = newId('sto');
    const app = await stage.engine.newApp(store, stage.receiver.url);
    const health = async () => {
      const { endpoint } = (await getEndpoint(stage.engine.deps)(ctx, { appId: app.appId })) as never as {
        endpoint: { state: number; failingSinceMs?: number; disabledAtMs?: number };
      };
      return endpoint;
    };
    await stage.engine.receive(newEvent(store));
    await stage.engine.until(([row]) => row!.attempts === 1, 'the first failure');
    expect(await health()).toMatchObject({ state: 1, failingSinceMs: T0 });
    // A failure a millisecond short of 48 hours does not disable it.
    stage.engine.nowMs = T0 + 48 * HOUR - 1;
    await stage.engine.query('update delivery set due_at = $1', [new Date(T0 + 100 * HOUR)]);
    await stage.engine.receive(newEvent(store), newEvent(store, 'customers.redact'));
    await stage.engine.until((rows) => rows.every(({ attempts }) => attempts === 1), 'the failures before');
    expect((await health()).state).toBe(1);
    expect(await drainOutbox(stage.engine.deps.db)).toEqual([]);
    stage.advance(1);
    await stage.engine.receive(newEvent(store));
    await stage.engine.until((all) => all.some(({ state }) => state === 'cancelled'), 'the disabling');
    await stage.engine.deps.jobs.worker().run();
    const rows = await stage.engine.deliveries();
    expect(rows.map(({ type, state }) => `${type} ${state}`).toSorted()).toEqual([
      'customers.redact retrying',
      'product.updated cancelled',
      'product.updated cancelled',
      'product.updated cancelled',
    ]);
    expect(await health()).toMatchObject({ state: 2, failingSinceMs: T0, disabledAtMs: stage.engine.nowMs });
    const [published, ...more] = await drainOutbox(stage.engine.deps.db);
    expect(more).toEqual([]);
    expect(published).toMatchObject({ type: 'webhook.disabled', subjectId: app.appId, storeId: '' });
    expect(WebhookDisabled.decode(published!.payload)).toEqual({
      url: stage.receiver.url,
      failingSinceMs: T0,
      lastError: 'The receiver answered 500.',
      cancelledDeliveries: 2,
    });
    expect(await stage.engine.query('select recipient, kind, facts from mail_outbox')).toEqual([
      {
        recipient: app.appId,
        kind: 'webhook_disabled',
        facts: {
          url: stage.receiver.url,
          failingSinceMs: T0,
          disabledAtMs: stage.engine.nowMs,
          lastError: 'The receiver answered 500.',
          cancelledDeliveries: 2,
        },
      },
    ]);
    // While it is disabled, nothing is sent: ordinary events are not queued, and mandatory ones wait.
    stage.receiver.received.length = 0;
    stage.receiver.answer = answers(200);
    await stage.engine.receive(newEvent(store), newEvent(store, 'customers.data_request'));
    stage.advance(HOUR);
    expect(stage.receiver.received).toEqual([]);
    const reactivated = await reactivateEndpoint(stage.engine.deps)(ctx, { appId: app.appId });
    expect(reactivated).toMatchObject({ resumedDeliveries: 2, endpoint: { state: 1 } });
    expect(await health()).toEqual(
      expect.objectContaining({ state: 1, failingSinceMs: undefined, disabledAtMs: undefined }),
    );
    await stage.engine.until(
      (all) => all.filter(({ state }) => state === 'delivered').length === 2,
      'what waited',
    );
    expect(
      stage.receiver.received.map(({ headers }) => String(headers['x-service-event'])).toSorted(),
    ).toEqual(['customers.data_request', 'customers.redact']);
    // Reactivating an active endpoint has no effect.
    expect(await reactivateEndpoint(stage.engine.deps)(ctx, { appId: app.appId })).toMatchObject({
      resumedDeliveries: 0,
    });
  });

  test('the transaction that disables an endpoint cancels no backlog: a job cancels it in batches', async () => {
    const { states } = await disableWithBacklog(2_501);
    expect(await states()).toEqual({
      'customers.redact retrying': 1,
      'product.updated retrying': 2_500,
      'product.updated cancelled': 1,
    });
    const [mail] = await stage.engine.query<{ facts: object }>('select facts from mail_outbox');
    expect(mail!.facts).toMatchObject({ cancelledDeliveries: 2_500 });
    await stage.engine.deps.jobs.worker().run();
    expect(await states()).toEqual({ 'customers.redact retrying': 1, 'product.updated cancelled': 2_501 });
    const jobs = await stage.engine.query('select state, done from bulk_job');
    expect(jobs).toEqual([{ state: 'done', done: 2_500 }]);
  });

  test('a reactivation cancels what the job has not cancelled yet, and the job then cancels nothing', async () => {
    const { appId, store, states } = await disableWithBacklog(1_501);
    await stage.dispatcher.stop();
    const reactivated = await reactivateEndpoint(stage.engine.deps)(ctx, { appId });
    expect(reactivated).toMatchObject({ resumedDeliveries: 1, endpoint: { state: 1 } });
    await stage.engine.receive(newEvent(store));
    await stage.engine.deps.jobs.worker().run();
    expect(await states()).toEqual({
      'customers.redact pending': 1,
      'product.updated cancelled': 1_501,
      'product.updated pending': 1,
    });
  });

  test('an endpoint is not disabled by a failure weeks after a dead delivery: a pause of 48 hours ends the failing run', async () => {
    stage.receiver.answer = answers(500);
    const store = newId('sto');
    const app = await stage.engine.newApp(store, stage.receiver.url);
    const fail = async (atMs: number): Promise<unknown> => {
      stage.engine.nowMs = atMs;
      await stage.engine.query('update delivery set due_at = $1', [new Date(T0 + 10_000 * HOUR)]);
      await stage.engine.receive(newEvent(store));
      await stage.engine.until((rows) => rows.every(({ attempts }) => attempts > 0), 'the failure');
      return getEndpoint(stage.engine.deps)(ctx, { appId: app.appId });
    };
    await fail(T0);
    await fail(T0 + 44 * HOUR);
    const weeksLater = T0 + 1000 * HOUR;
    expect(await fail(weeksLater)).toMatchObject({ endpoint: { state: 1, failingSinceMs: weeksLater } });
    // A pause a millisecond shorter does not end the run.
    const later = weeksLater + 48 * HOUR - 1;
    expect(await fail(later)).toMatchObject({ endpoint: { state: 1, failingSinceMs: weeksLater } });
    expect(await fail(later + 1)).toMatchObject({ endpoint: { state: 2, failingSinceMs: weeksLater } });
  });

  test('an endpoint is healthy again after one success, however late', async () => {
    stage.receiver.answer = answers(500);
    const store = newId('sto');
    const app = await stage.engine.newApp(store, stage.receiver.url);
    await stage.engine.receive(newEvent(store));
    await stage.engine.until(([row]) => row!.attempts === 1, 'the failure');
    stage.receiver.answer = answers(204);
    stage.advance(47 * HOUR);
    await stage.engine.until(([row]) => row!.state === 'delivered', 'the success');
    stage.receiver.answer = answers(500);
    stage.advance(2 * HOUR);
    await stage.engine.receive(newEvent(store));
    await stage.engine.until((rows) => rows.some(({ state }) => state === 'retrying'), 'the next failure');
    expect(await getEndpoint(stage.engine.deps)(ctx, { appId: app.appId })).toMatchObject({
      endpoint: { state: 1, failingSinceMs: stage.engine.nowMs },
    });
  });

  test('an endpoint that does not exist can be neither rotated nor reactivated', async () => {
    const appId = newId('app');
    await expect(rotateSecret(stage.engine.deps)(ctx, { appId })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(reactivateEndpoint(stage.engine.deps)(ctx, { appId })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
