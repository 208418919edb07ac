import type { serviceSettings } from '../base-config.ts';
import type { ConfigOf } from '../config.ts';
import type { Database } from '../db/database.ts';
import { Consumer, handlerTurns } from '../events/consumer.ts';
import { Nats } from '../events/nats.ts';
import { InboxRetention } from '../events/inbox.ts';
import { ParkedEvents } from '../events/parked-events.ts';
import { PartitionShare } from '../events/partitions.ts';
import { OUTBOX_CHANNEL, Relay } from '../events/relay.ts';
import type { BatchSubscription, Subscription } from '../events/subscription.ts';
import { expireJobs } from '../jobs/expire-jobs.ts';
import { runEvery, type IntervalJob } from '../jobs/interval.ts';
import { gauge, gaugeBy } from '../metrics.ts';
import { expireRecords } from '../write/expire.ts';
import { Writer } from '../write/writer.ts';
import type { Host } from './main.ts';

type ServiceConfig = ConfigOf<typeof serviceSettings>;

const EXPIRE_EVERY_MS = 10 * 60 * 1000;
const LAG_EVERY_MS = 5_000;

/** Writer, event subscriptions and periodic jobs of a service. */
export interface Messaging {
  writer: Writer;
  /** Subscribes to another service's events until shutdown. */
  subscribe<Prepared>(subscription: Subscription | BatchSubscription<Prepared>): void;
  /** Runs a job periodically until shutdown. */
  every(job: IntervalJob): void;
}

/**
 * Opens the writer and the event connections of a service. While NATS is down, writes continue and their events
 * wait in the outbox.
 * @param service name of the service, of its stream and of its subjects
 */
export function openMessaging(host: Host<ServiceConfig>, service: string, db: Database): Messaging {
  const { config, logger, clock } = host;
  const connect = sharedConnection(host, service);
  const databaseUrl = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;
  const share = new PartitionShare({ databaseUrl, logger });
  const relay = new Relay({ service, db, connect, logger });
  share.add(relay);
  share.listen(OUTBOX_CHANNEL, relay.look);
  const writer = new Writer({ service, db, clock, wakeRelay: relay.wake });
  const parked = new ParkedEvents({ db, writer, clock });
  host.shared.parkedEvents = parked;
  const every = (job: IntervalJob) => {
    if (host.isCommand) return;
    const running = runEvery(job, logger);
    host.onShutdown(job.name, () => running.stop());
  };
  if (!host.isCommand) {
    share.start();
    relay.start();
    host.onShutdown('partitions', () => share.stop());
    host.onShutdown('outbox relay', () => relay.stop());
  }
  every({ name: 'expire records', everyMs: EXPIRE_EVERY_MS, run: () => expireRecords(db, clock) });
  every({ name: 'expire bulk jobs', everyMs: EXPIRE_EVERY_MS, run: () => expireJobs(db, clock) });
  const retention = new InboxRetention(db, clock);
  every({ name: 'retain inbox', everyMs: EXPIRE_EVERY_MS, run: () => retention.run() });
  every(observeLag(relay));
  const turns = handlerTurns(config.DATABASE_POOL_SIZE);
  const consumers = new Map<string, Consumer>();
  every(observePending(consumers));
  every(observeParked(parked));
  return {
    writer,
    every,
    subscribe(subscription) {
      const consumer = new Consumer({ service, db, writer, parked, connect, turns, logger }, subscription);
      if (host.isCommand) return;
      consumers.set(subscription.service, consumer);
      share.add(consumer);
      host.onShutdown(`events of ${subscription.service}`, () => consumer.stop());
    },
  };
}

/** One NATS connection per process, opened on first use. */
function sharedConnection(host: Host<ServiceConfig>, service: string): () => Promise<Nats> {
  const { config } = host;
  let nats: Promise<Nats> | undefined;
  host.onShutdown('nats', async () => (await nats?.catch(() => undefined))?.close());
  return () => {
    nats ??= Nats.connect({
      servers: config.NATS_URL,
      name: service,
      replicas: config.NATS_REPLICAS,
      caFile: config.NATS_CA_FILE,
      nkeyFile: config.NATS_NKEY_FILE,
      credsFile: config.NATS_CREDS_FILE,
      logger: host.logger,
    }).catch((error: unknown) => {
      nats = undefined;
      throw error;
    });
    return nats;
  };
}

function observeLag(relay: Relay): IntervalJob {
  let lag = { waiting: 0, lagS: 0 };
  gauge(
    'outbox_waiting',
    'Events that are committed and not yet published, counted up to 10,000.',
    () => lag.waiting,
  );
  gauge('outbox_lag_seconds', 'Age of the oldest event that is not yet published.', () => lag.lagS);
  gauge(
    'outbox_failing_stores',
    'Stores whose events NATS refuses; publishing is retried with exponential backoff.',
    () => relay.failingStores,
  );
  return { name: 'observe outbox', everyMs: LAG_EVERY_MS, run: async () => void (lag = await relay.lag()) };
}

function observeParked(parked: ParkedEvents): IntervalJob {
  let counts: [from: string, events: number][] = [];
  gaugeBy(
    'parked_events',
    'Parked events of this service by publishing service, counted up to 10,000.',
    'from',
    () => counts,
  );
  return {
    name: 'observe parked events',
    everyMs: LAG_EVERY_MS,
    run: async () => void (counts = await parked.count()),
  };
}

function observePending(consumers: Map<string, Consumer>): IntervalJob {
  let pending: [from: string, messages: number][] = [];
  gaugeBy(
    'event_consumer_pending',
    'Messages by publishing service, each with up to 16 events, that this service has yet to handle.',
    'from',
    () => pending,
  );
  return {
    name: 'observe events',
    everyMs: LAG_EVERY_MS,
    async run() {
      const results = await Promise.all([...consumers].map(pendingOf));
      pending = results.flatMap(([from, messages]) => (messages === undefined ? [] : [[from, messages]]));
    },
  };
}

const pendingOf = async ([from, consumer]: [string, Consumer]) =>
  [from, await consumer.pending().catch(() => undefined)] as const;
