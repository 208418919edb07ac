import type { Database } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import { WakeableLoop } from '../jobs/wakeable-loop.ts';
import type { Logger } from '../logger.ts';
import { counter } from '../metrics.ts';
import { FailingStores } from './failing-stores.ts';
import type { Nats } from './nats.ts';
import { inParallel } from './in-parallel.ts';
import { messagesOf, type EventMessage, type OutboxRow } from './messages.ts';
import { PARTITIONS, type PartitionedWork } from './partitions.ts';
import { inProducerSpan } from './spans.ts';

const BATCH = 500;
/** Minimum messages of an atomic batch. NATS makes files for each, so fewer cost less one by one (ADR 6). */
const MIN_BATCHED = 16;
/** Stores published in parallel by all processes. */
const MAX_PARALLEL = 40;
const MAX_PARALLEL_RETRIES = 4;
const MAX_COUNTED = 10_000;
const POLL_MS = 1_000;
/** Channel that announces committed events to the other processes. */
export const OUTBOX_CHANNEL = 'outbox';

const fallbacks = counter(
  'outbox_batch_fallbacks_total',
  'Batches refused by NATS, whose events were published one by one.',
  [],
);

/** The partition of a row; all rows of a store have the same. */
const PARTITION = `(hashtext(store_id) & ${PARTITIONS - 1})`;
const NEXT = statement(
  'outbox-list-next',
  `select id, store_id, event_id, subject, message from outbox
   where ${PARTITION} = any($1) and store_id <> all($2) order by id limit ${BATCH}`,
);
const NEXT_OF_STORE = statement(
  'outbox-list-next-of_store',
  `select id, store_id, event_id, subject, message from outbox
   where store_id = $1 and ${PARTITION} = any($2) order by id limit ${BATCH}`,
);
const REMOVE = statement('outbox-delete-many', 'delete from outbox where id = any($1)');
// Bounded: after hours without NATS the outbox is large, and every process runs this every few seconds.
const LAG = statement(
  'outbox-lag',
  `select (select count(*)::int from (select from outbox order by id limit ${MAX_COUNTED}) counted) as waiting,
    coalesce((select extract(epoch from clock_timestamp() - written_at) from outbox order by id limit 1), 0)::float8 as lag_s`,
);
const NOTIFY = statement('outbox-notify', `select pg_notify('${OUTBOX_CHANNEL}', '')`);

/** Dependencies of a relay. */
export interface RelayDeps {
  service: string;
  db: Database;
  connect: () => Promise<Nats>;
  logger: Logger;
  /** Poll interval for events that no wake announced, in ms; for tests. */
  pollMs?: number;
}

/**
 * Publishes the events of the outbox, in order within each store, and removes those that NATS acknowledged. Each
 * process publishes those of its partitions.
 */
export class Relay implements PartitionedWork {
  readonly #deps: RelayDeps;
  readonly #pollMs: number;
  readonly #loop = new WakeableLoop();
  readonly #failing = new FailingStores();
  #partitions: readonly number[] = [];
  /** Publishing in progress. */
  readonly #publishing = new Set<Promise<unknown>>();
  #notifying = false;

  constructor(deps: RelayDeps) {
    this.#deps = deps;
    this.#pollMs = deps.pollMs ?? POLL_MS;
  }

  start(): void {
    this.#loop.startRepeating(
      (onProgress) => this.#publishAll(onProgress),
      ({ message: reason }) => this.#deps.logger.warn({ reason }, 'events wait in the outbox'),
    );
  }

  async assign(partitions: readonly number[]): Promise<void> {
    this.#partitions = partitions;
    this.#failing.clear();
    await Promise.allSettled(this.#publishing);
    this.#loop.wake();
  }

  /** Announces committed events: to this process, and to the others if it does not have all partitions. */
  wake = (): void => {
    this.#loop.wake();
    if (this.#partitions.length === PARTITIONS || this.#notifying) return;
    // Not in the transaction, because NOTIFY serializes commits. One notification covers all commits of this turn.
    this.#notifying = true;
    setImmediate(() => {
      this.#deps.db
        .rows(NOTIFY, [])
        .catch(() => undefined)
        .finally(() => (this.#notifying = false));
    });
  };

  /** Looks for committed events of other processes. */
  look = (): void => this.#loop.wake();

  /** Publishes the remaining events of its partitions if NATS is available, and stops. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Number of stores of this process's partitions whose events NATS refuses. */
  get failingStores(): number {
    return this.#failing.ids().length;
  }

  /** Number of waiting events, counted up to 10,000, and the age of the oldest in seconds. */
  async lag(): Promise<{ waiting: number; lagS: number }> {
    const [row] = await this.#deps.db.rows<{ waiting: number; lag_s: number }>(LAG, []);
    return { waiting: row!.waiting, lagS: row!.lag_s };
  }

  /** Publishes until an error or the stop. */
  async #publishAll(onProgress: () => void): Promise<void> {
    const nats = await this.#deps.connect();
    await nats.ensureStream(this.#deps.service);
    this.#failing.clear();
    const retries = new WakeableLoop();
    retries.start(() => this.#retryFailing(nats, retries));
    try {
      for (;;) {
        this.#loop.beginRound();
        const count = this.#partitions.length === 0 ? 0 : await this.#track(this.#publishNext(nats));
        onProgress();
        // A store may have started to fail.
        if (this.#failing.msUntilDue() !== undefined) retries.wake();
        // After a partial batch, anything left is announced by a wake, so do not query again.
        if (count === BATCH) continue;
        if (!this.#loop.isStopping) await this.#loop.pause(this.#pollMs);
        else if (count === 0) return;
      }
    } finally {
      await retries.stop();
    }
  }

  /** Lets `assign` wait for the end of publishing. */
  #track<T>(published: Promise<T>): Promise<T> {
    this.#publishing.add(published);
    const done = () => this.#publishing.delete(published);
    published.then(done, done);
    return published;
  }

  /** Publishes the next events of stores that are not failing. @returns the number of events read */
  async #publishNext(nats: Nats): Promise<number> {
    const rows = await this.#deps.db.rows<OutboxRow>(NEXT, [this.#partitions, this.#failing.ids()]);
    const byStore = [...Map.groupBy(rows, (row) => row.store_id)].map(
      ([storeId, ofStore]) => [storeId, messagesOf(ofStore)] as const,
    );
    const isPublished = await this.#publishBatch(
      nats,
      byStore.flatMap(([, messages]) => messages),
    );
    if (!isPublished) await this.#publishByStore(nats, byStore);
    return rows.length;
  }

  /** Publishes the messages of each store one by one, those of different stores in parallel. */
  async #publishByStore(
    nats: Nats,
    byStore: readonly (readonly [storeId: string, messages: EventMessage[]])[],
  ): Promise<void> {
    const failed = new Map<string, Error>();
    const published: number[] = [];
    await inParallel(byStore, this.#shareOf(MAX_PARALLEL), async ([storeId, messages]) => {
      const error = await this.#publishSingly(nats, messages, published);
      if (error) failed.set(storeId, error);
    });
    await this.#remove(published);
    // If every store failed, the stream itself may be unavailable, which must not mark the stores as failing.
    if (failed.size > 0 && failed.size === byStore.length) await nats.requireStream(this.#deps.service);
    for (const [storeId, error] of failed) this.#markFailing(storeId, error);
  }

  /**
   * The part of a number that belongs to the partitions of this process. At least one: a store that began to fail while
   * its partition was given away is retried once, without events, and forgotten.
   */
  #shareOf(total: number): number {
    return Math.max(1, Math.ceil((total * this.#partitions.length) / PARTITIONS));
  }

  /**
   * Publishes messages, of one store or of several, as one atomic batch, unless they are few, and removes their events. A message
   * that was stored before, but whose acknowledgement was lost, makes a batch fail; it is deduplicated when it is published alone.
   * @returns false when they have to be published one by one
   */
  async #publishBatch(nats: Nats, messages: readonly EventMessage[]): Promise<boolean> {
    if (messages.length < MIN_BATCHED || !nats.supportsBatches) return false;
    const rows = rowsOf(messages);
    try {
      await inProducerSpan(this.#deps.service, rows, () => nats.publishBatch(messages));
    } catch {
      fallbacks.inc();
      return false;
    }
    await this.#remove(rows.map(({ id }) => id));
    return true;
  }

  /**
   * Publishes the messages of a store one by one, each after the acknowledgement of the previous one, because with several in
   * flight a lost connection could leave the second stored and the first not.
   * @param published receives the ids of the published rows
   * @returns the error that stopped the rest, if any
   */
  async #publishSingly(
    nats: Nats,
    messages: readonly EventMessage[],
    published: number[],
  ): Promise<Error | undefined> {
    try {
      await inProducerSpan(this.#deps.service, rowsOf(messages), async () => {
        for (const { id, subject, message, rows } of messages) {
          await nats.jetStream.publish(subject, message, { msgID: id });
          for (const row of rows) published.push(row.id);
        }
      });
      return undefined;
    } catch (error) {
      return error as Error;
    }
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
      await inParallel(this.#failing.due(), this.#shareOf(MAX_PARALLEL_RETRIES), (storeId) =>
        this.#track(this.#retry(nats, storeId)),
      );
      await loop.pause(this.#failing.msUntilDue() ?? POLL_MS);
    }
  }

  async #retry(nats: Nats, storeId: string): Promise<void> {
    try {
      const messages = messagesOf(
        await this.#deps.db.rows<OutboxRow>(NEXT_OF_STORE, [storeId, this.#partitions]),
      );
      if (!(await this.#publishBatch(nats, messages))) {
        const published: number[] = [];
        const error = await this.#publishSingly(nats, messages, published);
        await this.#remove(published);
        if (error) return this.#markFailing(storeId, error);
      }
      this.#failing.remove(storeId);
      this.#loop.wake();
    } catch (error) {
      this.#markFailing(storeId, error as Error);
    }
  }
}

const rowsOf = (messages: readonly EventMessage[]): OutboxRow[] => messages.flatMap(({ rows }) => rows);
