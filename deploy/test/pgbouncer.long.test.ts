import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { requireSessionDefaults, setSessionDefaults } from '@commerce/service-kit/db/session-defaults.ts';
import { deadlineIn, withDeadline } from '@commerce/service-kit/deadline.ts';
import { createTestDatabase, TestPool, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { describeWith } from '../../test/support/describe-with.ts';
import { ensurePgBouncer, startPgBouncer, type PgBouncer } from '../../test/support/pgbouncer.ts';

/** Connections of PgBouncer to the server, and of each of two processes to PgBouncer. */
const SERVER_CONNECTIONS = 3;
const PROCESS_CONNECTIONS = 20;
const ADDED = 200;

const ADD = { name: 'total-add', text: 'update total set value = value + $1 returning value' };
const READ = { name: 'total-find', text: 'select value from total where value >= $1' };
const SESSIONS = {
  name: 'session-count',
  text: 'select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = $1',
};
const SLEEP = { name: 'sleep', text: 'select pg_sleep($1), 4712 as marker' };
const RUNNING = {
  name: 'sleep-count',
  text: `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and query like $1 and state = 'active' and pid <> pg_backend_pid()`,
};

describeWith('PgBouncer', await ensurePgBouncer(), 'a database behind PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let pgbouncer: PgBouncer;
  let processes: Database[];

  beforeAll(async () => {
    database = await createTestDatabase(new URL('../../services/catalog/migrations/', import.meta.url));
    await database.db.pool.query('create table total (value int)');
    await database.db.pool.query('insert into total values (0)');
    const url = new URL(database.url);
    const roles = { [url.username]: decodeURIComponent(url.password) };
    pgbouncer = await startPgBouncer(Number(url.port), roles, SERVER_CONNECTIONS);
    url.port = String(pgbouncer.port);
    url.searchParams.set('application_name', 'pooled');
    processes = [1, 2].map(() => new TestPool(url.href, PROCESS_CONNECTIONS, { pooled: true }));
  });
  afterAll(async () => {
    for (const each of processes) await each.close();
    await pgbouncer.stop();
    await database.drop();
  });

  test('a process waits until its sessions have the defaults of the role, and names those that are missing', async () => {
    const before = new TestPool(database.url, 1, { pooled: true });
    await expect(requireSessionDefaults(before)).rejects.toThrow(/lack defaults .*enable_seqscan.*timezone/);
    await before.close();
    await setSessionDefaults(database.url);
    await requireSessionDefaults(processes[0]!);
    expect((await processes[0]!.pool.query('show plan_cache_mode')).rows).toEqual([
      { plan_cache_mode: 'auto' },
    ]);
  });

  test('statements and transactions of two processes with 40 connections share three sessions of the server', async () => {
    const adds = Array.from({ length: ADDED }, (_, n) => {
      const process = processes[n % 2]!;
      if (n % 4 < 2) return process.rows(ADD, [1]);
      return process.transaction(async (tx) => {
        const [row] = await tx.rows<{ value: number }>(ADD, [1]);
        expect(await tx.rows(READ, [row!.value])).toEqual([{ value: row!.value }]);
      });
    });
    const reads = Array.from({ length: ADDED }, (_, n) => processes[n % 2]!.arrays(READ, [0]));
    await Promise.all([...adds, ...reads]);
    expect(await database.db.rows(READ, [0])).toEqual([{ value: ADDED }]);
    const [sessions] = await database.db.rows<{ count: number }>(SESSIONS, ['pooled']);
    expect(sessions!.count).toBeGreaterThan(0);
    expect(sessions!.count).toBeLessThanOrEqual(SERVER_CONNECTIONS);
  });

  test('a statement ends at the deadline of its call, also on the server', async () => {
    const [process] = processes as [Database];
    await expect(withDeadline(deadlineIn(500), () => process.rows(SLEEP, [600]))).rejects.toMatchObject({
      code: 'timeout',
    });
    await expect.poll(() => database.db.rows(RUNNING, ['%4712 as marker'])).toEqual([{ count: 0 }]);
    expect(await process.rows(READ, [0])).toEqual([{ value: ADDED }]);
  });
});
