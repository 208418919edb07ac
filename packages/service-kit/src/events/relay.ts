import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '../db/database.ts';
import type { Statement } from '../db/statement.ts';
import type { Logger } from '../logger.ts';
import type { Nats } from './nats.ts';

/** Of all the processes with this database, the one that holds this lock publishes. */
const LEADER_LOCK = 7_401_883;
const BATCH = 500;
const POLL_MS = 1_000;
const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;
const CHANNEL = 'outbox';

interface OutboxRow {
  id: number;
  store_id: string;
  event_id: string;
  subject: string;
  message: Buffer;
}

const NEXT: Statement = {
  name: 'outbox-list-next',
  text: `select id, store_id, event_id, subject, message from outbox order by id limit ${BATCH}`,
};
const REMOVE: Statement = { name: 'outbox-delete-many', text: 'delete from outbox where id = any($1)' };
const LAG: Statement = {
  name: 'outbox-lag',
  text: 'select count(*)::int as waiting, coalesce(extract(epoch from clock_timestamp() - min(written_at)), 0)::float8 as lag_s from outbox',
};
const NOTIFY: Statement = { name: 'outbox-notify', text: `select pg_notify('${CHANNEL}', '')` };

/** What a relay works with. */
export interface RelayDeps {
  service: string;
  db: Database;
  databaseUrl: string;
  connect: () => Promise<Nats>;
  logger: Logger;
}

/**
 * Publishes what is in the outbox, in its order within each store, and removes what NATS has acknowledged. One process per
 * database does it at a time; the others wake it and stand by.
 */
export class Relay {
  readonly #deps: RelayDeps;
  readonly #stopping = new AbortController();
  #wake: () => void = () => undefined;
  #pending = false;
  #leading = false;
  #notifying = false;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: RelayDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Says that something was committed to the outbox. */
  wake = (): void => {
    if (this.#leading) return this.#resume();
    if (this.#notifying) return;
    // Not in the transaction: NOTIFY makes commits wait for each other. One for all that is committed meanwhile.
    this.#notifying = true;
    setImmediate(() => {
      this.#deps.db
        .rows(NOTIFY, [])
        .catch(() => undefined)
        .finally(() => (this.#notifying = false));
    });
  };

  /** Publishes what is left, as far as NATS is there, and stops. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    await this.#running;
  }

  /** How many events wait, and the age of the oldest in seconds. */
  async lag(): Promise<{ waiting: number; lagS: number }> {
    const [row] = await this.#deps.db.rows<{ waiting: number; lag_s: number }>(LAG, []);
    return { waiting: row!.waiting, lagS: row!.lag_s };
  }

  async #run(): Promise<void> {
    let backoffMs = MIN_BACKOFF_MS;
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#lead(() => (backoffMs = MIN_BACKOFF_MS));
      } catch (err) {
        this.#deps.logger.warn({ reason: (err as Error).message }, 'events wait in the outbox');
      }
      this.#leading = false;
      this.#pending = false;
      await this.#pause(backoffMs);
      backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
    }
  }

  /** Waits to be the one to publish, and publishes; ends with an error, or at the stop. */
  async #lead(onPublished: () => void): Promise<void> {
    const client = new pg.Client({ connectionString: this.#deps.databaseUrl, keepAlive: true });
    let broken: Error | undefined;
    client.on('error', (error: Error) => {
      broken = error;
      this.#wake();
    });
    client.on('notification', () => this.#resume());
    await client.connect();
    try {
      while (!(await becomesLeader(client))) {
        await this.#pause(POLL_MS);
        if (this.#stopping.signal.aborted) return;
      }
      await client.query(`listen ${CHANNEL}`);
      const nats = await this.#deps.connect();
      await nats.ensureStream(this.#deps.service);
      this.#leading = true;
      for (;;) {
        this.#pending = false;
        const count = await this.#publishNext(nats);
        if (broken) throw broken;
        onPublished();
        // After fewer than a whole batch nothing is left but what a wake has told of, or will: it is not looked for in vain.
        if (count === BATCH) continue;
        if (!this.#stopping.signal.aborted) await this.#pause(POLL_MS);
        else if (count === 0) return;
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async #publishNext(nats: Nats): Promise<number> {
    const rows = await this.#deps.db.rows<OutboxRow>(NEXT, []);
    const published: number[] = [];
    const byStore = [...Map.groupBy(rows, (row) => row.store_id).values()];
    const results = await Promise.allSettled(
      byStore.map((ofStore) => publishInOrder(nats, ofStore, (id) => published.push(id))),
    );
    if (published.length > 0) await this.#deps.db.rows(REMOVE, [published]);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return published.length;
  }

  #resume(): void {
    this.#pending = true;
    this.#wake();
  }

  /** Waits until woken, at most that long. */
  async #pause(ms: number): Promise<void> {
    if (this.#pending || this.#stopping.signal.aborted) return;
    const waking = new AbortController();
    this.#wake = () => waking.abort();
    await sleep(ms, undefined, { signal: waking.signal }).catch(() => undefined);
  }
}

/**
 * Publishes the events of a store in their order: as one batch, of which all is stored or nothing, or one after the other, each
 * after the acknowledgement of the one before: of several under way a lost connection could leave the second stored and the
 * first not. What was stored before, its acknowledgement lost, is refused in a batch and passed over one by one.
 */
async function publishInOrder(
  nats: Nats,
  rows: OutboxRow[],
  onPublished: (id: number) => void,
): Promise<void> {
  if (rows.length > 1 && nats.takesBatches) {
    const batch = rows.map(({ subject, message, event_id }) => ({ subject, message, id: event_id }));
    const stored = await nats.publishBatch(batch).then(
      () => true,
      () => false,
    );
    if (stored) return rows.forEach(({ id }) => onPublished(id));
  }
  for (const { id, event_id, subject, message } of rows) {
    await nats.jetStream.publish(subject, message, { msgID: event_id });
    onPublished(id);
  }
}

async function becomesLeader(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ leads: boolean }>('select pg_try_advisory_lock($1) as leads', [
    LEADER_LOCK,
  ]);
  return rows[0]!.leads;
}
