import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { remainingMs } from '../deadline.ts';
import type { Statement } from './statement.ts';
import { inSpan, type SpanOptions } from '../telemetry.ts';
import { DeadlinePool } from './pool.ts';
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
/** An idle transaction keeps its snapshot, which keeps vacuum from removing any dead row of the database. */
const IDLE_TRANSACTION_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** Statements are named and written for a single plan: planning every call costs more than running it. */
const ONE_PLAN = '-c plan_cache_mode=force_generic_plan';
/** PostgreSQL stops a statement within this time after its connection closes. */
const NOTICE_CLOSED = '-c client_connection_check_interval=500ms';
/** Prisma's adapter writes and reads times without their zone. */
const UTC = '-c timezone=UTC';

/** A service's own database. */
export class Database implements Queryable {
  readonly pool: pg.Pool;
  /** The pool for Prisma, whose calls join the transaction that runs around them. */
  readonly transactionPool: pg.Pool;
  readonly #running = new AsyncLocalStorage<RunningTransaction>();
  readonly #pool: DeadlinePool;

  /**
   * @param options.asynchronousCommit commits do not wait for the disk; a server crash may lose the most recent ones
   * @param options.connectTimeoutMs maximum wait for a new or pooled connection; tests wait longer
   */
  constructor(
    url: string,
    poolSize: number,
    { asynchronousCommit = false, connectTimeoutMs = CONNECT_TIMEOUT_MS } = {},
  ) {
    this.#pool = new DeadlinePool({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
      options: `${ONE_PLAN} ${NOTICE_CLOSED} ${UTC}${asynchronousCommit ? ' -c synchronous_commit=off' : ''}`,
      keepAlive: true,
    });
    this.pool = this.#pool;
    this.transactionPool = new TransactionPool(this.#pool, this.#running);
    // The pool replaces a connection that breaks while idle; without a listener, the event would crash the process.
    this.pool.on('error', () => undefined);
    // The same for one that breaks between checkout and first use: both can happen in one read of the socket.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  rows<R>(statement: Statement, values: unknown[]): Promise<R[]> {
    return runStatement(this.pool, statement, values);
  }

  /** Runs the statement and returns its rows as arrays, which is cheaper for many rows. */
  async arrays<R extends unknown[]>({ name, text }: Statement, values: unknown[]): Promise<R[]> {
    return inSpan(spanOf(name), async () => {
      const result = await this.pool.query<R>({ name, text, values, rowMode: 'array' });
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
          return runStatement(client, statement, values);
        },
        command: async (text) => void (await client.query(text)),
      };
      // Prisma's calls start when they are awaited: within the function, so that they join the transaction.
      const result = await this.#running.run(running, async () => await work(tx));
      await client.query('COMMIT');
      return result;
    } catch (error) {
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

const spanOf = (name: string): SpanOptions => ({
  name,
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql' },
});

function runStatement<R>(on: pg.Pool | pg.PoolClient, statement: Statement, values: unknown[]): Promise<R[]> {
  return inSpan(
    { name: statement.name, kind: 'client', attributes: { 'db.system.name': 'postgresql' } },
    async () => {
      const result = await on.query({ name: statement.name, text: statement.text, values });
      return result.rows as R[];
    },
  );
}
