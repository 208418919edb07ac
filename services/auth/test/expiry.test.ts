import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeExpiredJob, removeShortLivedJob } from '../src/jobs/remove-expired.ts';
import { AuthFixture, tokens } from './support/fixture.ts';

let auth: AuthFixture;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());

const removeExpired = () => removeExpiredJob(auth.deps).run();

const count = async (table: string): Promise<number> => {
  const { db, limits } = auth.deps;
  const { pool } = table.startsWith('rate_') ? limits : db;
  const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from ${table}`);
  return rows[0]!.n;
};

test('the job removes expired rows and no others', async () => {
  const [app, store] = [await auth.newApp(), await auth.newStore()];
  const first = await auth.install(app, store);
  await auth.authorize(app, store);
  await auth.admit(first.accessToken);
  const second = tokens(await auth.refresh(app, first.refreshToken, 'key'));
  expect(await count('refresh_replay')).toBe(1);

  auth.clock.pass(60_000);
  await removeShortLivedJob(auth.deps).run();
  expect(await count('refresh_replay')).toBe(0);

  await removeExpired();
  // The unused code is removed; the used one stays, to recognize a replay.
  expect(await count('authorization_code')).toBe(1);
  expect(await count('refresh_token')).toBe(2);
  expect(await count('consent_request')).toBe(2);

  auth.clock.pass(3_600_000);
  await removeExpired();
  expect(await count('rate_bucket')).toBe(0);
  // A familiar address is kept for a month.
  expect(await count('rate_window')).toBe(1);
  expect(await count('consent_request')).toBe(0);
  expect(await count('session')).toBe(1);
  tokens(await auth.refresh(app, second.refreshToken));

  auth.clock.pass(90 * 86_400_000);
  await removeExpired();
  for (const table of ['authorization_code', 'refresh_token', 'session', 'rate_window'])
    expect(await count(table)).toBe(0);
  expect(await count('installation')).toBe(1);
});

test('the job removes many rows, chunk by chunk', async () => {
  await auth.deps.limits.pool.query(
    `insert into rate_window select sha256(n::text::bytea), 1, to_timestamp(0) from generate_series(1, 2500) n`,
  );
  await removeExpired();
  expect(await count('rate_window')).toBe(0);
});
