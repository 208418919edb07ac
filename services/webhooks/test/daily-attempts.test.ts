import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemContext } from '@commerce/service-kit/context.ts';
import { getDailyAttempts } from '../src/rpc/get-daily-attempts.ts';
import { ATTEMPTS_BY_DAY } from '../src/store/attempt-hour.ts';
import { retainDays } from '../src/use-cases/retain-days.ts';
import { Engine, T0 } from './support/engine.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
const ctx = systemContext('req_test', Number.MAX_SAFE_INTEGER);
let engine: Engine;

beforeAll(async () => {
  engine = await Engine.create();
});
afterAll(() => engine.close());

const count = (fromMs: number, days: number) => getDailyAttempts(engine.deps)(ctx, { fromMs, days });
const insert = (appId: string, hourMs: number, [succeeded, refused, unanswered]: [number, number, number]) =>
  engine.query(`insert into attempt_hour values ($1, $2, $3, $4, $5, '{}')`, [
    appId,
    new Date(hourMs),
    succeeded,
    refused,
    unanswered,
  ]);

test('attempts of all apps are counted by day, and kept for a quarter', async () => {
  const from = T0 - 91 * DAY_MS;
  await insert('app_a', from - HOUR_MS, [9, 9, 9]);
  await insert('app_a', from, [1, 2, 3]);
  await insert('app_b', from + 23 * HOUR_MS, [10, 20, 30]);
  await insert('app_b', from + 2 * DAY_MS, [0, 0, 5]);
  await insert('app_a', T0 - 93 * DAY_MS, [7, 7, 7]);
  await retainDays(engine.deps);
  expect(await count(from, 3)).toEqual({ succeeded: [11, 0, 0], failed: [55, 0, 5] });
  expect(await engine.query('select from attempt_hour')).toHaveLength(4);
});

test('0 and more than 92 days are refused', async () => {
  for (const days of [0, 93])
    await expect(count(T0, days)).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'days' }],
    });
});

test('the count reads the hours of the period only', async () => {
  const connection = await engine.database.db.pool.connect();
  await connection.query('begin; set local enable_seqscan = off');
  const plan = await connection.query<{ 'QUERY PLAN': string }>(`explain ${ATTEMPTS_BY_DAY.text}`, [
    new Date(T0),
    new Date(T0 + DAY_MS),
  ]);
  await connection.query('rollback');
  connection.release();
  const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(lines).toMatch(/attempt_hour_expired/);
  expect(lines).toMatch(/Index Cond: .*>=.*</);
});
