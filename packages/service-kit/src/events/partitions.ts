import pg from 'pg';
import { WakeableLoop } from '../jobs/wakeable-loop.ts';
import type { Logger } from '../logger.ts';

/** Number of partitions of a service's stores, a power of two: at most so many of its processes share the work on events. */
export const PARTITIONS = 4;

/** The partitions. */
export const partitionNumbers: readonly number[] = Array.from({ length: PARTITIONS }, (_, n) => n);

/** First keys of the advisory locks: of each process by its session, and of each partition by its number. */
const MEMBER_LOCK = 7_401_883;
const PARTITION_LOCK = 7_401_884;
const BALANCE_MS = 1_000;
/** A process that does not balance for so long, because it hangs or is cut off, loses its partitions. */
const LEASE_MS = 10_000;

const JOIN = `select pg_advisory_lock(${MEMBER_LOCK}, pg_backend_pid())`;
const COUNT_MEMBERS = `select count(*)::int as members from pg_locks
  where locktype = 'advisory' and classid = ${MEMBER_LOCK} and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())`;
const TAKE = `select pg_try_advisory_lock(${PARTITION_LOCK}, $1) as taken`;
const LEAVE = 'select pg_advisory_unlock_all()';
/** Wakes the other processes to share again. */
const CHANNEL = 'partitions';
const NOTIFY = `notify ${CHANNEL}`;
const RELEASE = `select pg_advisory_unlock(${PARTITION_LOCK}, $1)`;

/** Work that is divided among the processes of a service by partition. */
export interface PartitionedWork {
  /**
   * Gives the work the partitions of this process, at each change.
   * @returns a promise that resolves once no other partition is worked on
   */
  assign(partitions: readonly number[]): Promise<void>;
}

/** Dependencies of a share of partitions. */
export interface PartitionShareDeps {
  /** Of a connection that is its own session: not through a pooler. */
  databaseUrl: string;
  logger: Logger;
  /** Time within which partitions are shared again after a process came or went, in ms; for tests. */
  balanceMs?: number;
  /** Time after which a process that hangs loses its partitions, in ms; for tests. */
  leaseMs?: number;
}

/**
 * This process's share of the partitions of its service. The processes with the same database divide them evenly,
 * each partition belongs to one of them at a time, and those of a process that ends or hangs go to the others. A
 * partition is an advisory lock of a session that PostgreSQL ends when it is idle for longer than the lease.
 */
export class PartitionShare {
  readonly #deps: PartitionShareDeps;
  readonly #balanceMs: number;
  readonly #loop = new WakeableLoop();
  readonly #works: PartitionedWork[] = [];
  readonly #listeners = new Map([[CHANNEL, () => this.#loop.wake()]]);
  #held: readonly number[] = [];

  constructor(deps: PartitionShareDeps) {
    this.#deps = deps;
    this.#balanceMs = deps.balanceMs ?? BALANCE_MS;
  }

  /** Divides a work from now on. */
  add(work: PartitionedWork): void {
    this.#works.push(work);
    void work.assign(this.#held);
  }

  /** Calls a listener at each notification of a channel; before the start. */
  listen(channel: string, listener: () => void): void {
    this.#listeners.set(channel, listener);
  }

  start(): void {
    this.#loop.startRepeating(
      (onProgress) => this.#share(onProgress),
      ({ message: reason }) => this.#deps.logger.warn({ reason }, 'partitions lost, retrying'),
    );
  }

  /** Ends the work on all partitions and leaves them to the other processes. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Shares the partitions until an error or the stop. */
  async #share(onProgress: () => void): Promise<void> {
    const { databaseUrl, leaseMs = LEASE_MS } = this.#deps;
    const client = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: leaseMs,
      query_timeout: leaseMs,
    });
    let broken: Error | undefined;
    client.on('error', (error: Error) => {
      broken = error;
      this.#loop.wake();
    });
    client.on('notification', ({ channel }) => this.#listeners.get(channel)?.());
    await client.connect();
    try {
      await client.query(`set idle_session_timeout = ${leaseMs}`);
      for (const channel of this.#listeners.keys()) await client.query(`listen ${channel}`);
      await client.query(JOIN);
      await client.query(NOTIFY);
      while (!this.#loop.isStopping) {
        this.#loop.beginRound();
        await this.#balance(client);
        if (broken) throw broken;
        onProgress();
        await this.#loop.pause(this.#balanceMs);
      }
      await this.#assign(client, []);
      await client.query(LEAVE);
      await client.query(NOTIFY);
    } finally {
      // After an error, too, the work ends before the session does.
      await this.#assign(undefined, []);
      await client.end().catch(() => undefined);
    }
  }

  /** Releases what is more than an even share, or takes what is free up to it. */
  async #balance(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ members: number }>(COUNT_MEMBERS);
    const fair = Math.ceil(PARTITIONS / rows[0]!.members);
    const surplus = this.#held.slice(fair);
    if (surplus.length > 0) {
      await this.#assign(client, this.#held.slice(0, fair));
      for (const partition of surplus) await client.query(RELEASE, [partition]);
      await client.query(NOTIFY);
    }
    const taken: number[] = [];
    for (const partition of partitionNumbers) {
      if (this.#held.length + taken.length >= fair) break;
      if (this.#held.includes(partition)) continue;
      const { rows: locked } = await client.query<{ taken: boolean }>(TAKE, [partition]);
      if (locked[0]!.taken) taken.push(partition);
    }
    if (taken.length > 0) await this.#assign(client, [...this.#held, ...taken]);
  }

  /** Keeps the session while it waits for the end of work. @param client undefined after an error */
  async #assign(client: pg.Client | undefined, partitions: readonly number[]): Promise<void> {
    this.#held = partitions;
    const timer = setInterval(() => void client?.query('select').catch(() => undefined), this.#balanceMs);
    try {
      await Promise.all(this.#works.map((work) => work.assign(partitions)));
    } finally {
      clearInterval(timer);
    }
  }
}
