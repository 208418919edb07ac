import { readFileSync } from 'node:fs';
import { DURATION_STEPS_MS, MAX_ATTEMPTS } from '@commerce/webhooks/seed.ts';
import pg from 'pg';

const HOUR_MS = 3600_000;
const HOURS = 30 * 24;
/** How many attempts of an hour take how long, of a hundred: about 60 ms, now and then half a second. */
const SHARES = [0, 0, 1, 4, 8, 14, 16, 24, 14, 8, 4, 2, 2, 1, 1, 1];
/** Hours back at which the receiver was away. */
const AWAY = new Set([13, 14, 190, 191, 192]);

/**
 * Gives an app figures of the last 30 days, which a demo that was just loaded cannot have: as many attempts as a store of
 * its size makes, more of them by day than by night.
 */
export async function givePast(dataDir: string, appId: string): Promise<void> {
  const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  await withDatabase(dataDir, async (db) => {
    await db.query(
      `insert into attempt_hours_done (before) values ($1)
       on conflict (only_row) do update set before = greatest(attempt_hours_done.before, excluded.before)`,
      [new Date(now)],
    );
    for (let back = HOURS; back > 0; back -= 1) {
      const hour = new Date(now - back * HOUR_MS);
      const attempts = Math.round(
        90 + 80 * Math.sin(((hour.getUTCHours() - 10) / 12) * Math.PI) + (back % 7) * 4,
      );
      const failed = AWAY.has(back) ? Math.round(attempts * 0.6) : back % 5 === 0 ? 2 : 0;
      const durations = [...DURATION_STEPS_MS, 0].map((_, step) =>
        Math.round(((SHARES[step] ?? 0) * attempts) / 100),
      );
      await db.query('insert into attempt_hour values ($1, $2, $3, $4, $5, $6) on conflict do nothing', [
        appId,
        hour,
        attempts - failed,
        Math.ceil(failed * 0.7),
        Math.floor(failed * 0.3),
        durations,
      ]);
    }
  });
}

/** Lets days of failing pass for what an app has not answered: the next attempt is the last, of a few the last but some. */
export async function exhaustRetries(dataDir: string, appId: string): Promise<void> {
  await withDatabase(dataDir, (db) =>
    db.query(
      `update delivery set due_at = now(), state = 'pending', attempts = case when type = 'stock.changed' then 6 else $2 end
       where app_id = $1 and state = 'retrying'`,
      [appId, MAX_ATTEMPTS - 1],
    ),
  );
}

/** The webhooks service's database of the stack with its own Postgres. */
async function withDatabase(dataDir: string, work: (db: pg.Client) => Promise<unknown>): Promise<void> {
  const secrets = JSON.parse(readFileSync(`${dataDir}/secrets.json`, 'utf8')) as { postgresPassword: string };
  // The fourth line of the file in which Postgres tells of itself.
  const port = readFileSync(`${dataDir}/postgres/postmaster.pid`, 'utf8').split('\n')[3]!;
  const db = new pg.Client({
    connectionString: `postgres://postgres:${secrets.postgresPassword}@127.0.0.1:${port}/webhooks`,
  });
  await db.connect();
  try {
    await work(db);
  } finally {
    await db.end();
  }
}
