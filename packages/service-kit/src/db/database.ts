import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { remainingMs, timedOut } from '../deadline.ts';
import type { Statement } from './statement.ts';
import { inSpan, type SpanOptions } from '../telemetry.ts';
import { DeadlinePool, isResponseMissing } from './pool.ts';
import { TransactionPool, type RunningTransaction } from './prisma.ts';

// Amounts and timestamps in ms are exact in a double (decisions, "Ids, amounts, values").
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Runner of statements: a database, or a transaction in it. */
export interface Queryable {
  /** Runs the statement and returns its rows. */
  rows<R>(statement: Statement, values: unknown[]): Promise<R[]>;
}

/** An open transaction: runs statements, and commands without values such as a savepoint. */
export interface Transaction extends Queryable {
  command(text: string): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** A server that is gone or frozen does not stop its statements: later than it would, their connections are closed. */
const RESPONSE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2_000;
/** Idle time until the operating system checks whether the server is still there. */
const KEEP_ALIVE_MS = 10_000;

/** Settings of every session. */
export const SESSION_SETTINGS = {
  // Statements are named and written for a single plan: planning every call costs more than running it.
  plan_cache_mode: 'force_generic_plan',
  // Made while a table is empty, such as the outbox, that plan would read all its pages, with the room that deleted rows
  // leave. Statements are written for indexes; without one, a table is still read in sequence.
  enable_seqscan: 'off',
  // Before PostgreSQL 18, such a reading counts as so expensive that its plan would be compiled.
  jit: 'off',
  // PostgreSQL stops a statement within this time after its connection closes.
  client_connection_check_interval: '500ms',
  // Prisma's adapter writes and reads times without their zone.
  timezone: 'UTC',
  statement_timeout: `${STATEMENT_TIMEOUT_MS / 1000}s`,
  // An idle transaction keeps its snapshot, which keeps vacuum from removing any dead row of the database.
  idle_in_transaction_session_timeout: '30s',
};

/** Behind a pooler, statements have no name: each is planned when it runs, and then best for its values. */
export const POOLED_SESSION_SETTINGS = { ...SESSION_SETTINGS, plan_cache_mode: 'auto' };

/** Startup options of a connection with settings. */
export const startupOptions = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** A service's own database. */
export class Database implements Queryable {
  readonly pool: pg.Pool;
  /** The pool for Prisma, whose calls join the transaction that runs around them. */
  readonly transactionPool: pg.Pool;
  /** False behind a pooler, where the next statement may run on another connection of the server. */
  readonly preparesStatements: boolean;
  readonly #running = new AsyncLocalStorage<RunningTransaction>();
  readonly #pool: DeadlinePool;

  /**
   * @param options.pooled the URL is that of PgBouncer in transaction mode
   * @param options.asynchronousCommit commits do not wait for the disk; a server crash may lose the most recent ones
   * @param options.connectTimeoutMs maximum wait for a new or pooled connection; tests wait longer
   * @param options.responseTimeoutMs maximum wait for a response of the server; tests wait longer
   */
  constructor(
    url: string,
    poolSize: number,
    {
      pooled = false,
      asynchronousCommit = false,
      connectTimeoutMs = CONNECT_TIMEOUT_MS,
      responseTimeoutMs = RESPONSE_TIMEOUT_MS,
    } = {},
  ) {
    this.preparesStatements = !pooled;
    this.#pool = new DeadlinePool({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: connectTimeoutMs,
      // PgBouncer refuses connections with options.
      ...(!pooled && {
        options: startupOptions({
          ...SESSION_SETTINGS,
          ...(asynchronousCommit && { synchronous_commit: 'off' }),
        }),
      }),
      query_timeout: responseTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    this.pool = this.#pool;
    this.transactionPool = new TransactionPool(this.#pool, this.#running);
    // The pool replaces a connection that breaks while idle; without a listener, the event would crash the process.
    this.pool.on('error', () => undefined);
    // The same for one that breaks between checkout and first use: both can happen in one read of the socket.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  rows<R>(statement: Statement, values: unknown[]): Promise<R[]> {
    return this.#run(this.pool, statement, values);
  }

  /** Runs the statement and returns its rows as arrays, which is cheaper for many rows. */
  async arrays<R extends unknown[]>(statement: Statement, values: unknown[]): Promise<R[]> {
    return inSpan(spanOf(statement.name), async () => {
      const result = await this.pool.query<R>({ ...this.#sent(statement), values, rowMode: 'array' });
      return result.rows;
    });
  }

  /**
   * Runs the work in one transaction, which is rolled back when the work throws. Within a call, no statement
   * runs longer than the time left when the transaction begins, and none starts after the deadline.
   * @param begin the command that begins it; a savepoint in the same command costs no extra round trip
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>, begin = 'BEGIN'): Promise<T> {
    const client = await this.#pool.acquire();
    const running: RunningTransaction = { client };
    let broken: Error | undefined;
    // A broken connection also emits 'error'; without a listener it would crash the process.
    const onError = (error: Error) => (broken = error);
    client.on('error', onError);
    try {
      await client.query(withStatementTimeout(begin, remainingMs()));
      const tx: Transaction = {
        rows: async (statement, values) => {
          remainingMs();
          return this.#run(client, statement, values);
        },
        command: async (text) => void (await client.query(text)),
      };
      // Prisma's calls start when they are awaited: within the function, so that they join the transaction.
      const result = await this.#running.run(running, async () => await work(tx));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      // Without a response, the connection is closed, which also rolls back.
      if (isResponseMissing(error)) {
        broken = error;
        throw timedOut(error);
      }
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      running.client = undefined;
      client.off('error', onError);
      client.release(broken);
    }
  }

  #run<R>(on: pg.Pool | pg.PoolClient, statement: Statement, values: unknown[]): Promise<R[]> {
    return inSpan(spanOf(statement.name), async () => {
      const result = await on.query({ ...this.#sent(statement), values });
      return result.rows as R[];
    });
  }

  #sent({ name, text }: Statement): { name?: string; text: string } {
    return this.preparesStatements ? { name, text } : { text };
  }

  /** Resolves when the database answers. */
  async ping(): Promise<void> {
    await this.pool.query('select 1');
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/** Reports whether the database answers. */
export const isAvailable = (database: Database): Promise<boolean> =>
  database.ping().then(
    () => true,
    () => false,
  );

/** Adds the remaining time to the BEGIN command, ahead of any savepoint, whose rollback would undo it. */
function withStatementTimeout(begin: string, leftMs: number | undefined): string {
  if (leftMs === undefined || leftMs >= STATEMENT_TIMEOUT_MS) return begin;
  const [first, ...rest] = begin.split(';');
  return [first, ` SET LOCAL statement_timeout = ${leftMs}`, ...rest].join(';');
}

const DATABASE = { 'db.system.name': 'postgresql' };

const spanOf = (name: string): SpanOptions => ({ name, kind: 'client', attributes: DATABASE });
