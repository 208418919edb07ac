import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { deadlineIn, withDeadline } from '../src/deadline.ts';
import type { Statement } from '../src/db/statement.ts';
import { createTestDatabase, TestPool, type TestDatabase } from '../src/testing/database.ts';
import { until } from '../src/testing/until.ts';

const MIGRATIONS = new URL('fixture/migrations/', import.meta.url);
const SLEEP = { name: 'deadline-sleep', text: 'select pg_sleep($1), 4711 as marker' };
const ONE = { name: 'deadline-one', text: 'select 1 as one' };
const RUNNING = {
  name: 'deadline-running',
  text: `select count(*)::int as count from pg_stat_activity
    where query like '%4711 as marker' and state = 'active' and pid <> pg_backend_pid() and datname = current_database()`,
};

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(MIGRATIONS);
});

afterAll(() => database.drop());

afterEach(() => void vi.useRealTimers());

/**
 * Runs the work with the given time left. The clocks are frozen, so a slow machine uses none of it before a
 * statement begins.
 */
function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  return withDeadline(deadlineIn(ms), work).finally(() => vi.useRealTimers());
}

const untilNothingRuns = () =>
  until(
    async () => (await database.db.rows<{ count: number }>(RUNNING, []))[0]!.count === 0,
    'the end of the statement',
  );

describe('statements within a call', () => {
  test('a statement ends at the deadline of the call, also on the server, and the pool serves the next one', async () => {
    const db = new TestPool(database.url, 1);
    // Only the deadline ends the statement.
    await db.pool.query('set statement_timeout = 0');
    await expect(within(300, () => db.rows(SLEEP, [600]))).rejects.toMatchObject({ code: 'timeout' });
    await untilNothingRuns();
    expect(await within(5_000, () => db.rows(ONE, []))).toEqual([{ one: 1 }]);
    await db.close();
  });

  test('a statement in a transaction ends at the deadline, which BEGIN sets', async () => {
    const { db } = database;
    const slow = within(300, () => db.transaction((tx) => tx.rows(SLEEP, [600]), 'BEGIN; SAVEPOINT effect'));
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    await untilNothingRuns();
    const shown = await within(5_000, () =>
      db.transaction(async (tx) => {
        await tx.command('ROLLBACK TO SAVEPOINT effect');
        return tx.rows<{ statement_timeout: string }>({ name: 'show', text: 'show statement_timeout' }, []);
      }, 'BEGIN; SAVEPOINT effect'),
    );
    expect(Number.parseInt(shown[0]!.statement_timeout, 10)).toBeLessThanOrEqual(5_000);
  });

  test('after the deadline no statement is started and no connection is taken', async () => {
    const db = new TestPool(database.url, 1);
    await expect(within(-1, () => db.rows(ONE, []))).rejects.toMatchObject({ code: 'timeout' });
    await expect(within(-1, () => db.transaction(async () => 1))).rejects.toMatchObject({ code: 'timeout' });
    expect(db.pool.totalCount).toBe(0);
    const held = await db.pool.connect();
    const waiting = within(200, () => db.rows(SLEEP, [600]));
    vi.advanceTimersByTime(201);
    held.release();
    await expect(waiting).rejects.toMatchObject({ code: 'timeout' });
    expect(await db.rows(ONE, [])).toEqual([{ one: 1 }]);
    await db.close();
  });

  test.each([-60_000, 60_000])('a step of %i ms of the system clock changes no deadline', async (stepMs) => {
    const { db } = database;
    const afterStep = (ms: number, statement: Statement, values: unknown[]) =>
      within(ms, () => {
        vi.setSystemTime(Date.now() + stepMs);
        return db.rows(statement, values);
      });
    expect(await afterStep(5_000, ONE, [])).toEqual([{ one: 1 }]);
    await expect(afterStep(300, SLEEP, [600])).rejects.toMatchObject({ code: 'timeout' });
  });

  test('a statement that PostgreSQL rejects keeps its connection', async () => {
    const db = new TestPool(database.url, 1);
    const pidOf = async () =>
      (
        await db.rows<{ pid: number }>({ name: 'deadline-pid', text: 'select pg_backend_pid() as pid' }, [])
      )[0]!.pid;
    const pid = await pidOf();
    await expect(db.rows({ name: 'deadline-bad', text: 'select 1 / 0' }, [])).rejects.toMatchObject({
      code: '22012',
    });
    expect(await pidOf()).toBe(pid);
    await db.close();
  });
});

/** A connection to the server of a URL that can stop passing on what the server sends. */
async function frozenAfterwards(url: string): Promise<{ url: string; freeze(): void; close(): void }> {
  const { hostname, port } = new URL(url);
  const upstreams: net.Socket[] = [];
  const proxy = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname);
    upstreams.push(upstream);
    client.pipe(upstream).pipe(client);
    for (const each of [client, upstream]) each.on('error', () => undefined);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const through = new URL(url);
  through.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url: through.href,
    freeze: () => upstreams.splice(0).forEach((upstream) => upstream.unpipe()),
    close: () => proxy.close(),
  };
}

describe('a server that does not respond any more, outside of a call', () => {
  test.each([
    ['a statement', (db: TestPool) => db.rows(ONE, [])],
    ['a transaction', (db: TestPool) => db.transaction((tx) => tx.rows(ONE, []))],
  ])('%s ends, and its connection is replaced', async (_name, work) => {
    const server = await frozenAfterwards(database.url);
    const db = new TestPool(server.url, 1, { responseTimeoutMs: 3_000 });
    await db.ping();
    server.freeze();
    await expect(work(db)).rejects.toMatchObject({ code: 'timeout' });
    expect(await work(db)).toEqual([{ one: 1 }]);
    await db.close();
    server.close();
  });
});
