import { afterAll, beforeAll, expect, test } from 'vitest';
import { getDailyGrowth } from '../src/rpc/get-daily-growth.ts';
import { INSTALLATION_COUNT_BY_DAY, STORE_COUNT_BY_DAY } from '../src/store/daily-growth.ts';
import { AuthFixture } from './support/fixture.ts';

const DAY_MS = 24 * 3600 * 1000;
let auth: AuthFixture;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());

test('new stores and installations are counted on the day of their creation, and days without any are 0', async () => {
  const app = await auth.newApp();
  const first = Date.UTC(2026, 9, 1, 3);
  // The last millisecond before the first day, then three days, then the first after them.
  for (const [at, installs] of [
    [first - 1, true],
    [first, true],
    [first + DAY_MS - 1, false],
    [first + 2 * DAY_MS, true],
    [first + 3 * DAY_MS, true],
  ] as const) {
    auth.clock.nowMs = at;
    const store = await auth.newStore();
    if (installs) await auth.install(app, store);
  }
  expect(await auth.call(getDailyGrowth, { fromMs: first, days: 3 })).toEqual({
    newStores: [2, 0, 1],
    installations: [1, 0, 1],
  });
});

test('0 and more than 366 days are refused', async () => {
  for (const days of [0, 367])
    await expect(auth.call(getDailyGrowth, { fromMs: 0, days })).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'days' }],
    });
});

test.each([STORE_COUNT_BY_DAY, INSTALLATION_COUNT_BY_DAY])(
  'the count reads the rows of the period only: $name',
  async ({ text }) => {
    const connection = await auth.deps.db.pool.connect();
    await connection.query('begin; set local enable_seqscan = off');
    const plan = await connection.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [
      new Date(0),
      new Date(DAY_MS),
    ]);
    await connection.query('rollback');
    connection.release();
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toMatch(/by_creation/);
    expect(lines).toMatch(/Index Cond: .*>=.*</);
  },
);
