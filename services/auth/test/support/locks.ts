import { expect } from 'vitest';
import type { AuthFixture } from './fixture.ts';

/** Resolves when that many sessions of the database wait for a lock. */
export async function untilLocked(auth: AuthFixture, waiting: number): Promise<void> {
  const count = async () => {
    const { rows } = await auth.deps.db.pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.n;
  };
  await expect.poll(count).toBe(waiting);
}
