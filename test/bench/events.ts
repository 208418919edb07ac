import { setTimeout as sleep } from 'node:timers/promises';
import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import pg from 'pg';
import type { Stack } from '@commerce/deploy/local/stack.ts';
import { eventsOf } from '@commerce/service-kit/testing/messages.ts';
import { connectToNats } from '../support/nats.ts';
import { platformAdjustments } from './adjustments.ts';
import type { Bench } from './bench.ts';
import type { Case, Figures } from './case.ts';
import { cpuMs } from './cpu.ts';
import { answering, type Load } from './measure.ts';
import { platformPids } from './platform.ts';
import { printProfile } from './profile.ts';
import { WebhookLoad } from './webhook-load.ts';

const STREAM = 'commerce-inventory';
const RATE_PER_SECOND = 200;
const EVENTS = 10_000;
const WARM_UP = 1_000;
export const STORES = 1_000;

/** Waits until every committed event of inventory is published and every consumer has acknowledged it. */
async function handled(stack: Stack): Promise<void> {
  const inventory = new pg.Client({ connectionString: stack.databaseUrls.inventory });
  const connection = await connectToNats(stack.nats);
  await inventory.connect();
  try {
    const { consumers } = await jetstreamManager(connection);
    const isPublished = async () => (await inventory.query('select from outbox limit 1')).rowCount === 0;
    const isAcknowledged = async () => {
      for await (const { num_pending, num_ack_pending } of consumers.list(STREAM))
        if (num_pending + num_ack_pending > 0) return false;
      return true;
    };
    while (!(await isPublished()) || !(await isAcknowledged())) await sleep(20);
  } finally {
    await Promise.all([inventory.end(), connection.close()]);
  }
}

/** Receives the events of adjustments at a constant rate. */
async function latency(stack: Stack, load: Load): Promise<Figures> {
  const connection = await connectToNats(stack.nats);
  const manager = await jetstreamManager(connection);
  const { name } = await manager.consumers.add(STREAM, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.New,
  });
  const lags: number[] = [];
  const consumer = await jetstream(connection).consumers.get(STREAM, name);
  await consumer.consume({
    callback: ({ data }) =>
      void lags.push(...eventsOf(data).map(({ occurredAtMs }) => Date.now() - occurredAtMs)),
  });
  const { answers } = await answering({ ...load, rate: RATE_PER_SECOND })('window');
  await sleep(1_000);
  await connection.close();
  if (lags.length < answers) throw new Error(`received ${lags.length} events of ${answers} adjustments`);
  const sorted = lags.toSorted((a, b) => a - b);
  return {
    p50Ms: sorted[Math.floor(sorted.length * 0.5)]!,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)]!,
  };
}

/**
 * The cost of an event, from its commit until webhooks has handled it.
 * @param prepare installs apps
 * @param others as `platformPids` has them
 */
export async function costOfEvents(
  { stack, otherStore, isProfiled }: Bench,
  prepare: (load: WebhookLoad) => Promise<void>,
  others: readonly number[] = [],
): Promise<{ cpuMs: number; perSecond: number }> {
  const load = await WebhookLoad.open(stack, otherStore.id);
  try {
    await prepare(load);
    await load.commit(WARM_UP);
    await handled(stack);
    const work = async () => {
      await load.commit(EVENTS);
      await handled(stack);
      return { answers: EVENTS };
    };
    const pids = platformPids(stack, others);
    const [cpuBefore, startedAt] = [cpuMs(pids), performance.now()];
    await work();
    const cost = {
      cpuMs: (cpuMs(pids) - cpuBefore) / EVENTS,
      perSecond: (EVENTS * 1000) / (performance.now() - startedAt),
    };
    if (isProfiled) await printProfile(stack, work);
    return cost;
  } finally {
    await load.close();
  }
}

/** Spreads the events over stores as those of an installation are: few at a time of each. */
export const ofManyStores = (load: WebhookLoad): Promise<void> => load.spread(STORES);

export const events: Case[] = [
  {
    name: 'event-latency',
    table: 'events',
    label: 'stock.changed, from its change to a consumer',
    given: { perSecond: RATE_PER_SECOND },
    target: { figure: 'p99Ms', atMost: 500 },
    measure: async (bench) => {
      const load = await platformAdjustments(bench);
      await handled(bench.stack);
      return latency(bench.stack, load);
    },
  },
  {
    name: 'event-cost',
    table: 'events',
    label: 'stock.changed, committed at once, until webhooks has handled it for an app without an endpoint',
    target: { figure: 'cpuMs', atMost: 0.5 },
    measure: (bench) => costOfEvents(bench, (load) => load.install([], 1)),
  },
  {
    name: 'event-cost-stores',
    table: 'events',
    label: `the same, of ${STORES} stores`,
    target: { figure: 'cpuMs', atMost: 0.5 },
    measure: (bench) => costOfEvents(bench, ofManyStores),
  },
];
