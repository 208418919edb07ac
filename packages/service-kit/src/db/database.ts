import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { remainingMs } from '../deadline.ts';
import type { Statement } from './statement.ts';
import { inSpan, type SpanOptions } from '../telemetry.ts';
import { DeadlinePool } from './pool.ts';
import { TransactionPool, type RunningTransaction } from './prisma.ts';

// Amounts and times in ms fit a double exactly (decisions, "Ids, amounts, values").
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** What runs statements: the database, or a transaction in it. */
export interface Queryable {
  /** Runs the statement and returns its rows. */
  rows<R>(statement: Statement, values: unknown[]): Promise<R[]>;
}

/** A transaction that runs: statements, and texts without values such as a savepoint. */
export interface Transaction extends Queryable {
  command(text: string): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 10_000;
/** An idle transaction keeps its snapshot, and with it every dead row of its database. */
const IDLE_TRANSACTION_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** Statements are named and written for one plan: planning each time costs more than running it. */
const ONE_PLAN = '-c plan_cache_mode=force_generic_plan';
/** PostgreSQL stops a statement within this time after its connection was closed. */
const NOTICE_CLOSED = '-c client_connection_check_interval=500ms';

/** A service's own database. */
export class Database implements Queryable {
  readonly pool: pg.Pool;
  /** The pool for Prisma, whose calls join the transaction that runs around them. */
  readonly transactionPool: pg.Pool;
  readonly #running = new AsyncLocalStorage<RunningTransaction>();
  readonly #pool: DeadlinePool;

  /**
   * @param options.asynchronousCommit a crash of the server may lose the last moments' commits, and none waits for its disk
   * @param options.connectTimeoutMs the longest wait for a connection, new or of the pool; tests wait longer
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
      options: `${ONE_PLAN} ${NOTICE_CLOSED}${asynchronousCommit ? ' -c synchronous_commit=off' : ''}`,
      keepAlive: true,
    });
    this.pool = this.#pool;
    this.transactionPool = new TransactionPool(this.#pool, this.#running);
    // A connection that breaks while idle is replaced at its next use; without a listener it would end the process.
    this.pool.on('error', () => undefined);
    // Likewise one that breaks between being handed out and being used: both can arrive in one read of the socket.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  rows<R>(statement: Statement, values: unknown[]): Promise<R[]> {
    return runStatement(this.pool, statement, values);
  }

  /** Runs the statement and returns its rows as arrays: cheaper where there are many. */
  async arrays<R extends unknown[]>({ name, text }: Statement, values: unknown[]): Promise<R[]> {
    return inSpan(spanOf(name), async () => {
      const result = await this.pool.query<R>({ name, text, values, rowMode: 'array' });
      return result.rows;
    });
  }

  /**
   * Runs the work in one transaction: all of it is committed, or, when it throws, none. Within a call no statement runs longer than
   * what is left of its deadline when the transaction begins, and none begins after it.
   * @param begin what begins it; a savepoint in the same text costs no round trip
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>, begin = 'BEGIN'): Promise<T> {
    const client = await this.#pool.acquire();
    const running: RunningTransaction = { client };
    let broken: Error | undefined;
    // A connection that breaks fails the statement that runs; told to nobody as well, it would end the process.
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
      const result = await this.#running.run(running, () => work(tx));
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

  /** Whether the database answers. */
  async ping(): Promise<void> {
    await this.pool.query('select 1');
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/** Whether a database answers. */
export const isAvailable = (database: Database): Promise<boolean> =>
  database.ping().then(
    () => true,
    () => false,
  );

/** Adds the time that is left to the text that begins a transaction, ahead of any savepoint, which could undo it. */
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
