import pg from 'pg';
import { remainingMs, timedOut } from '../deadline.ts';

/** Message of pg's error for a query that exceeds its `query_timeout`. */
const READ_TIMEOUT = 'Query read timeout';

/**
 * Connection pool that enforces the deadline of the running call: after the deadline a call gets no connection,
 * and a single statement ends at the deadline. Its connection is then closed, and PostgreSQL stops the
 * statement when it notices (`client_connection_check_interval`), which needs neither a round trip nor a cancel
 * request.
 */
export class DeadlinePool extends pg.Pool {
  /** Checks out a connection for a transaction; the caller releases it. */
  async acquire(): Promise<pg.PoolClient> {
    remainingMs();
    const client = await this.connect();
    try {
      remainingMs();
      return client;
    } catch (late) {
      client.release();
      throw late;
    }
  }

  // eslint-disable-next-line typescript/no-explicit-any -- the overloads of pg.Pool.query cannot be written in an override
  override async query(config: any, values?: any): Promise<any> {
    const client = await this.acquire();
    let broken: Error | undefined;
    // A broken connection also emits 'error'; without a listener it would crash the process.
    const onError = (error: Error) => (broken = error);
    client.on('error', onError);
    try {
      return await client.query(withQueryTimeout(remainingMs(), config), values);
    } catch (error) {
      if (!isRefusal(error)) broken = error as Error;
      throw isResponseMissing(error) ? timedOut(error) : error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }
}

function withQueryTimeout(
  leftMs: number | undefined,
  config: string | pg.QueryConfig,
): string | pg.QueryConfig {
  if (leftMs === undefined) return config;
  const given = typeof config === 'string' ? { text: config } : config;
  return { ...given, query_timeout: leftMs } as pg.QueryConfig;
}

/** Reports whether the response took longer than the `query_timeout`. */
export const isResponseMissing = (error: unknown): error is Error =>
  error instanceof Error && error.message === READ_TIMEOUT;

/** Reports whether PostgreSQL rejected the statement and kept the connection. */
const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR';
