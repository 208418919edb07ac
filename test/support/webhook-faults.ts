import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import pg from 'pg';
import { BulkJobState as State } from '@commerce/proto/commerce/common/v1/bulk_job.ts';
import {
  DeliveriesServiceService,
  type GetReplayResponse,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { WebhooksServiceService } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { oneOf, random } from '@commerce/service-kit/testing/random.ts';
import { until } from '@commerce/service-kit/testing/until.ts';
import { countWebhooks, type CountingReceiver } from './counting-receiver.ts';
import { customerChanged, largestCustomer } from './customer-events.ts';
import { untilReady } from './extra-gateway.ts';
import { AppClient } from './install-app.ts';
import { memoryMiB } from './metrics.ts';
import { allScopes, newApp } from './new-app.ts';
import { newStore } from './new-store.ts';
import { pidOf, platform, signal } from './platform.ts';
import { publish, publishedSince } from './published.ts';
import { makeStockEvents, findStockItems } from './stock-events.ts';
import { startWebhookReplica, type WebhookReplica } from './webhook-replica.ts';
import { WritingClient } from './writes.ts';

/** Extent of a test that kills processes. */
interface Extent {
  events: number;
  /** Number of endpoints that receive each event. */
  endpoints: number;
  /** Processes to kill; `webhooks-2` is the second process of the service. */
  victims: string[];
  /** Range of the random pause before each kill, in ms. */
  pauseMs: [least: number, most: number];
}

const PATIENCE_MS = 30 * 60_000;
/** Maximum concurrent attempts of a process: `WEBHOOK_CONCURRENCY`, and the same again for failing endpoints. */
const MAX_IN_FLIGHT = 128;
const ENDPOINT_CONCURRENCY = 8;
/** Generous: holding all deliveries of a burst in memory would take several times as much. */
const MAX_GROWTH_MIB = 32;

const { gateways, demo, processes, databaseUrls } = platform();
const store = demo.stores[1];
const channel = new GrpcChannel(processes['webhooks']!.address, [
  WebhooksServiceService,
  DeliveriesServiceService,
]);
const webhooks = channel.service(WebhooksServiceService);
const deliveries = channel.service(DeliveriesServiceService);
const database = new pg.Pool({ connectionString: databaseUrls['webhooks']!, max: 2 });
// Its connections break when the database restarts.
database.on('error', () => undefined);
let receiver: CountingReceiver;

interface Subscriber {
  appId: string;
  path: string;
  token: string;
}

beforeAll(async () => {
  receiver = await countWebhooks();
});
afterAll(async () => {
  channel.close();
  await database.end();
  await receiver.close();
});

const ctx = () => systemContext('webhook-faults', deadlineIn(30_000));
const say = (line: string) => void process.stderr.write(`${line}\n`);

/** An app of a store with a webhook endpoint at its own path. */
async function newSubscriber(path: string, type = 'stock.changed', owner = store.owner): Promise<Subscriber> {
  const app = await newApp(allScopes());
  const appId = app.client_id;
  await webhooks.putEndpoint(ctx(), { appId, url: receiver.url(path), eventTypes: [type] });
  const { access_token: token } = await new AppClient(gateways[0], app).install(owner);
  return { appId, path, token };
}

/** Waits longer than other tests, because the processes that do the work are killed. */
const eventually = <Found>(find: Parameters<typeof until<Found>>[0], what: string): Promise<Found> =>
  until(find, what, PATIENCE_MS);

async function sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await database.query(text, values)).rows as Row[];
}

/** Kills random victims, each at a random time after it was ready, until stopped; counts the kills in `done`. */
async function disturb(
  [least, most]: Extent['pauseMs'],
  over: AbortSignal,
  replica: WebhookReplica,
  done: Record<string, number>,
): Promise<void> {
  const limits: Record<string, number> = { nats: 3, postgres: 3 };
  while (!over.aborted) {
    const names = Object.keys(done);
    // Each once at first, so that a short run covers all of them.
    const unmet = names.find((each) => done[each] === 0);
    const name = unmet ?? oneOf(names);
    if (name.startsWith('webhooks'))
      await untilReady(name === 'webhooks' ? processes[name]!.adminUrl : replica.adminUrl);
    await sleep(least + random() * (most - least));
    if (over.aborted || done[name]! >= (limits[name] ?? Infinity)) continue;
    if (name === 'webhooks-2') replica.kill();
    else if (!(await signal(name, name === 'postgres' ? 'SIGINT' : 'SIGKILL'))) continue;
    done[name]!++;
  }
}

const allReady = () => Promise.all(Object.values(processes).map(({ adminUrl }) => untilReady(adminUrl)));

/** Tests that all deliveries arrive while the processes involved are killed. */
export function testDelivery({ events, endpoints, victims, pauseMs }: Extent): void {
  test(`every event arrives at every endpoint while processes are killed: ${victims.join(', ')}`, async () => {
    const since = new Date();
    const subscribers: Subscriber[] = [];
    for (let n = 0; n < endpoints; n++) subscribers.push(await newSubscriber(`/faults-${n}`));
    const items = await findStockItems(gateways[0], store.id, subscribers[0]!.token);
    const replica = await startWebhookReplica();
    const over = new AbortController();
    // After a timeout as well.
    onTestFinished(() => {
      over.abort();
      return replica.stop();
    });
    const startedAt = performance.now();
    const kills: Record<string, number> = Object.fromEntries(victims.map((name) => [name, 0]));
    const disturbing = disturb(pauseMs, over.signal, replica, kills);
    const requestId = await makeStockEvents(items, events);
    const received = () => subscribers.reduce((sum, { path }) => sum + receiver.at(path).events.size, 0);
    // Other adjustments of the store may be delivered as well.
    await eventually(() => received() >= 0.8 * events * endpoints, 'most deliveries');
    await eventually(() => Object.values(kills).every((count) => count > 0), 'each was killed');
    over.abort();
    await disturbing;
    await allReady();
    const ids = await eventually(async () => {
      // NATS may have been killed last: the services can be ready although they have not noticed yet.
      const published = await publishedSince('inventory', since).catch(() => []);
      const ours = new Set(published.filter((event) => event.requestId === requestId).map(({ id }) => id));
      return ours.size >= events ? ours : undefined;
    }, 'the events');
    expect(ids.size).toBe(events);
    const missing = () =>
      subscribers.flatMap(({ path }) => [...ids].filter((id) => !receiver.at(path).events.has(id)));
    await eventually(() => missing().length === 0, 'every delivery');
    const seconds = (performance.now() - startedAt) / 1000;
    // When no delivery is open, no duplicate is in flight.
    await eventually(async () => {
      const open = 'select from delivery where app_id = any($1) limit 1';
      const apps = subscribers.map(({ appId }) => appId);
      // PostgreSQL may have been restarted last.
      const left = await sql(open, [apps]).catch(() => undefined);
      return left?.length === 0;
    }, 'the end');
    await replica.stop();
    const times = subscribers.flatMap(({ path }) => [...ids].map((id) => receiver.at(path).events.get(id)!));
    const wanted = events * endpoints;
    const duplicates = times.reduce((sum, count) => sum + count - 1, 0);
    const share = (100 * duplicates) / wanted;
    say(
      `${events} events to ${endpoints} endpoints in ${seconds.toFixed(0)} s, killed ${JSON.stringify(kills)}: ` +
        `${wanted} deliveries arrived, ${duplicates} of them again (${share.toFixed(2)} %)`,
    );
    // Only attempts in flight in a killed process arrive twice, and those of both processes whose result a restarting
    // database did not store.
    const { webhooks: first = 0, 'webhooks-2': second = 0, postgres = 0 } = kills;
    expect(duplicates).toBeLessThanOrEqual((first + second + 2 * postgres) * MAX_IN_FLIGHT);
    // With few deliveries the share of a kill is large.
    if (wanted >= 100_000) expect(share).toBeLessThan(1);
  });
}

/** Backdates matching deliveries to have failed for 44 hours. @returns their ids */
async function giveUp(appId: string, share: string, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    `with removed as (
       delete from delivery where id = any(array(
         select id from delivery where app_id = $1 and leased_until is null and replay_of is null and ${share} limit $2))
       returning *)
     insert into finished_delivery select ended.* from removed, jsonb_populate_record(null::finished_delivery,
       to_jsonb(removed) || jsonb_build_object('state', 'dead', 'finished_at', now())) ended
     returning id`,
    [appId, limit],
  );
  return rows.map(({ id }) => id);
}

/** Tests that a range of events is replayed exactly while the service is killed. */
export function testReplay(events: number): void {
  test('a replay covers exactly its range although more deliveries fail and the service is killed during the replay', async () => {
    const { appId, path, token } = await newSubscriber('/replay');
    const items = await findStockItems(gateways[0], store.id, token);
    receiver.behaviors.set(path, { status: 500, afterMs: 0 });
    await makeStockEvents(items, events);
    await eventually(async () => {
      const [row] = await sql<{ n: number }>('select count(*)::int as n from delivery where app_id = $1', [
        appId,
      ]);
      return row!.n >= events;
    }, 'the deliveries');
    const failed = await giveUp(appId, `hashtext(id) % 5 <> 0`, events);
    const range = { appId, fromMs: Date.now() - 3600_000, toMs: Date.now() + 1 };
    const { replayId, total } = await deliveries.replayRange(ctx(), range);
    expect(total).toBe(failed.length);

    const seen: GetReplayResponse[] = [];
    const look = async () => {
      const progress = await deliveries.getReplay(ctx(), { appId, replayId }).catch(() => undefined);
      if (progress !== undefined) seen.push(progress);
      return progress;
    };
    let now = await look();
    while (now === undefined || (now.state === State.RUNNING && now.done === 0)) now = await look();
    process.kill((await pidOf('webhooks'))!, 'SIGKILL');
    expect([now.state, now.done < total]).toEqual([State.RUNNING, true]);
    // More deliveries fail and more events occur while it is down.
    const failedLater = await giveUp(appId, 'true', 100);
    await makeStockEvents(items, 50);
    await eventually(async () => {
      const { state = State.RUNNING } = (await look()) ?? {};
      return state === State.RUNNING ? undefined : state;
    }, 'the end of the replay');
    expect(seen.at(-1)).toMatchObject({ state: State.DONE, done: total, total });
    const done = seen.map((progress) => progress.done);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    say(`replay of ${total}: killed after ${now.done}; progress seen: ${[...new Set(done)].join(', ')}`);

    const replays = await sql<{ id: string; event_id: string; replay_of: string }>(
      'select id, event_id, replay_of from delivery_log where app_id = $1 and replay_of is not null',
      [appId],
    );
    expect(replays.map(({ replay_of }) => replay_of).toSorted()).toEqual(failed.toSorted());
    const untouched = await sql(`select from finished_delivery where id = any($1) and state = 'dead'`, [
      failedLater,
    ]);
    expect([failedLater.length > 0, untouched.length]).toEqual([true, failedLater.length]);
    // The receiver recovers: replayed deliveries arrive with new delivery ids and the same events.
    receiver.behaviors.delete(path);
    await sql(`update delivery set due_at = now() where app_id = $1 and state = 'retrying'`, [appId]);
    const { delivered } = receiver.at(path);
    await eventually(() => replays.every(({ id }) => delivered.has(id)), 'the replays');
    for (const { id, event_id } of replays) expect(delivered.get(id)).toBe(event_id);
  });
}

/** Tests that a burst of events does not fill the memory. */
export function testBurst(events: number): void {
  test('a burst of events for a slow receiver waits in the database, not in memory', async () => {
    const own = await newStore('enterprise');
    const { path, token } = await newSubscriber('/slow', 'customer.updated', own.owner);
    receiver.behaviors.set(path, { status: 200, afterMs: 30 });
    const [client, customers] = [new WritingClient(gateways[0], token), [] as string[]];
    for (let n = 0; n < 10; n++) {
      // Processes that were killed before may still be starting.
      const post = () => client.send('POST', '/customers', { body: largestCustomer() });
      customers.push(await eventually(async () => (await post()).body.data?.id as string, 'a customer'));
    }
    const pid = await pidOf('webhooks');
    const before = await memoryMiB(processes['webhooks']!.adminUrl);
    // The least of the samples of each half is one after a collection of garbage.
    const least: [number, number] = [Infinity, Infinity];
    const sent = Array.from({ length: events }, (_, n) => customerChanged(own.id, customers[n % 10]!));
    const startedAt = performance.now();
    await publish('customers', sent);
    const { events: received } = receiver.at(path);
    await eventually(async () => {
      const half = received.size < events / 2 ? 0 : 1;
      least[half] = Math.min(least[half], await memoryMiB(processes['webhooks']!.adminUrl));
      return received.size === events;
    }, 'the burst');
    const seconds = (performance.now() - startedAt) / 1000;
    const { maxInFlight } = receiver.at(path);
    say(
      `burst of ${events} drained in ${seconds.toFixed(0)} s, ${Math.round(events / seconds)}/s, at most ${maxInFlight} at once; ` +
        `memory in use: ${[before, ...least].map(Math.round).join(', ')} MiB before, in the first and in the second half`,
    );
    expect(sent.every(({ id }) => received.get(id) === 1)).toBe(true);
    expect(maxInFlight).toBeLessThanOrEqual(ENDPOINT_CONCURRENCY);
    expect(await pidOf('webhooks')).toBe(pid);
    expect(Math.max(...least) - before).toBeLessThan(MAX_GROWTH_MIB);
  });
}
