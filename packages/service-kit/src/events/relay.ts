import pg from 'pg';
import type { Database } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import { WakeableLoop } from '../jobs/wakeable-loop.ts';
import type { Logger } from '../logger.ts';
import { counter } from '../metrics.ts';
import { FailingStores } from './failing-stores.ts';
import type { Nats } from './nats.ts';
import { inParallel } from './in-parallel.ts';
import { inProducerSpan } from './spans.ts';

/** Advisory lock of the leader: of all processes with this database, its holder publishes. */
const LEADER_LOCK = 7_401_883;
const BATCH = 500;
/** Stores published in parallel; together with the retries below the server's limit of 50 open batches per stream. */
const MAX_PARALLEL = 40;
const MAX_PARALLEL_RETRIES = 4;
const MAX_COUNTED = 10_000;
const POLL_MS = 1_000;
const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;
const CHANNEL = 'outbox';

const fallbacks = counter(
  'outbox_batch_fallbacks_total',
  'Batches refused by NATS, whose events were published one by one.',
  [],
);

interface OutboxRow {
  id: number;
  store_id: string;
  event_id: string;
  subject: string;
  message: Buffer;
}

const NEXT = statement(
  'outbox-list-next',
  `select id, store_id, event_id, subject, message from outbox where store_id <> all($1) order by id limit ${BATCH}`,
);
const NEXT_OF_STORE = statement(
  'outbox-list-next-of_store',
  `select id, store_id, event_id, subject, message from outbox where store_id = $1 order by id limit ${BATCH}`,
);
const REMOVE = statement('outbox-delete-many', 'delete from outbox where id = any($1)');
// Bounded: after hours without NATS the outbox is large, and every process runs this every few seconds.
const LAG = statement(
  'outbox-lag',
  `select (select count(*)::int from (select from outbox order by id limit ${MAX_COUNTED}) counted) as waiting,
    coalesce((select extract(epoch from clock_timestamp() - written_at) from outbox order by id limit 1), 0)::float8 as lag_s`,
);
const NOTIFY = statement('outbox-notify', `select pg_notify('${CHANNEL}', '')`);

/** Dependencies of a relay. */
export interface RelayDeps {
  service: string;
  db: Database;
  /** Of a connection that is its own session: not through a pooler. */
  databaseUrl: string;
  connect: () => Promise<Nats>;
  logger: Logger;
  /** Poll interval for events that no wake announced, in ms; for tests. */
  pollMs?: number;
}

/**
 * Publishes the events of the outbox, in order within each store, and removes those that NATS acknowledged. One
 * process per database is the leader and publishes; the others notify it and stand by.
 */
export class Relay {
  readonly #deps: RelayDeps;
  readonly #pollMs: number;
  readonly #loop = new WakeableLoop();
  readonly #failing = new FailingStores();
  #leading = false;
  #notifying = false;

  constructor(deps: RelayDeps) {
    this.#deps = deps;
    this.#pollMs = deps.pollMs ?? POLL_MS;
  }

  start(): void {
    this.#loop.start(() => this.#run());
  }

  /** Notifies the leader that events were committed to the outbox. */
  wake = (): void => {
    if (this.#leading) return this.#loop.wake();
    if (this.#notifying) return;
    // Not in the transaction, because NOTIFY serializes commits. One notification covers all commits of this turn.
    this.#notifying = true;
    setImmediate(() => {
      this.#deps.db
        .rows(NOTIFY, [])
        .catch(() => undefined)
        .finally(() => (this.#notifying = false));
    });
  };

  /** Publishes the remaining events if NATS is available, and stops. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Number of stores whose events NATS refuses; known to the leader only. */
  get failingStores(): number {
    return this.#failing.ids().length;
  }

  /** Number of waiting events, counted up to 10,000, and the age of the oldest in seconds. */
  async lag(): Promise<{ waiting: number; lagS: number }> {
    const [row] = await this.#deps.db.rows<{ waiting: number; lag_s: number }>(LAG, []);
    return { waiting: row!.waiting, lagS: row!.lag_s };
  }

  async #run(): Promise<void> {
    let backoffMs = MIN_BACKOFF_MS;
    while (!this.#loop.isStopping) {
      try {
        await this.#lead(() => (backoffMs = MIN_BACKOFF_MS));
      } catch (err) {
        this.#deps.logger.warn({ reason: (err as Error).message }, 'events wait in the outbox');
      }
      this.#leading = false;
      this.#loop.beginRound();
      await this.#loop.pause(backoffMs);
      backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
    }
  }

  /** Waits to become the leader, then publishes until an error or the stop. */
  async #lead(onPublished: () => void): Promise<void> {
    const client = new pg.Client({ connectionString: this.#deps.databaseUrl, keepAlive: true });
    const retries = new WakeableLoop();
    let broken: Error | undefined;
    client.on('error', (error: Error) => {
      broken = error;
      this.#loop.wake();
    });
    client.on('notification', () => this.#loop.wake());
    await client.connect();
    try {
      while (!(await becomesLeader(client))) {
        this.#loop.beginRound();
        await this.#loop.pause(this.#pollMs);
        if (this.#loop.isStopping) return;
      }
      await client.query(`listen ${CHANNEL}`);
      const nats = await this.#deps.connect();
      await nats.ensureStream(this.#deps.service);
      this.#leading = true;
      this.#failing.clear();
      retries.start(() => this.#retryFailing(nats, retries));
      for (;;) {
        this.#loop.beginRound();
        const count = await this.#publishNext(nats);
        if (broken) throw broken;
        onPublished();
        // A store may have started to fail.
        if (this.#failing.msUntilDue() !== undefined) retries.wake();
        // After a partial batch, anything left is announced by a wake, so do not query again.
        if (count === BATCH) continue;
        if (!this.#loop.isStopping) await this.#loop.pause(this.#pollMs);
        else if (count === 0) return;
      }
    } finally {
      await retries.stop();
      await client.end().catch(() => undefined);
    }
  }

  /** Publishes the next events of stores that are not failing. @returns the number of events read */
  async #publishNext(nats: Nats): Promise<number> {
    const rows = await this.#deps.db.rows<OutboxRow>(NEXT, [this.#failing.ids()]);
    const byStore = [...Map.groupBy(rows, (row) => row.store_id)];
    const failed = new Map<string, Error>();
    const published: number[] = [];
    await inParallel(byStore, MAX_PARALLEL, async ([storeId, ofStore]) => {
      const error = await this.#publish(nats, ofStore, published);
      if (error) failed.set(storeId, error);
    });
    await this.#remove(published);
    // If every store failed, the stream itself may be unavailable, which must not mark the stores as failing.
    if (failed.size > 0 && failed.size === byStore.length) await nats.requireStream(this.#deps.service);
    for (const [storeId, error] of failed) this.#markFailing(storeId, error);
    return rows.length;
  }

  /** Publishes the events of a store as `publishInOrder` does, in a span. */
  #publish(nats: Nats, rows: OutboxRow[], published: number[]): Promise<Error | undefined> {
    return inProducerSpan(this.#deps.service, rows, () => publishInOrder(nats, rows, published));
  }

  async #remove(published: number[]): Promise<void> {
    if (published.length > 0) await this.#deps.db.rows(REMOVE, [published]);
  }

  #markFailing(store_id: string, error: Error): void {
    this.#failing.add(store_id);
    const reason = error.message;
    this.#deps.logger.warn({ store_id, reason }, 'events of a store are refused by NATS, retrying');
  }

  /** Retries failing stores, each after its backoff, in parallel with the healthy ones. */
  async #retryFailing(nats: Nats, loop: WakeableLoop): Promise<void> {
    while (!loop.isStopping) {
      loop.beginRound();
      await inParallel(this.#failing.due(), MAX_PARALLEL_RETRIES, async (storeId) => {
        try {
          const rows = await this.#deps.db.rows<OutboxRow>(NEXT_OF_STORE, [storeId]);
          const published: number[] = [];
          const error = await this.#publish(nats, rows, published);
          await this.#remove(published);
          if (error) return this.#markFailing(storeId, error);
          this.#failing.remove(storeId);
          this.#loop.wake();
        } catch (error) {
          this.#markFailing(storeId, error as Error);
        }
      });
      await loop.pause(this.#failing.msUntilDue() ?? POLL_MS);
    }
  }
}

/**
 * Publishes the events of a store in order: as one atomic batch, or one by one, each after the acknowledgement
 * of the previous one, because with several in flight a lost connection could leave the second stored and the
 * first not. An event that was stored before but whose acknowledgement was lost makes a batch fail, and is
 * deduplicated when published alone.
 * @param published receives the ids of the published rows
 * @returns the error that stopped the rest, if any
 */
async function publishInOrder(
  nats: Nats,
  rows: OutboxRow[],
  published: number[],
): Promise<Error | undefined> {
  if (rows.length > 1 && nats.supportsBatches) {
    const batch = rows.map(({ subject, message, event_id }) => ({ subject, message, id: event_id }));
    const stored = await nats.publishBatch(batch).then(
      () => true,
      () => false,
    );
    if (stored) {
      published.push(...rows.map(({ id }) => id));
      return undefined;
    }
    fallbacks.inc();
  }
  try {
    for (const { id, event_id, subject, message } of rows) {
      await nats.jetStream.publish(subject, message, { msgID: event_id });
      published.push(id);
    }
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

async function becomesLeader(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ leads: boolean }>('select pg_try_advisory_lock($1) as leads', [
    LEADER_LOCK,
  ]);
  return rows[0]!.leads;
}
