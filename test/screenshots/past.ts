import { readFileSync } from 'node:fs';
import { DURATION_STEPS_MS, MAX_ATTEMPTS } from '@commerce/webhooks/seed.ts';
import pg from 'pg';

const HOUR_MS = 3600_000;
const HOURS = 30 * 24;
/** Latency distribution of attempts in percent per histogram bucket: about 60 ms, sometimes half a second. */
const SHARES = [0, 0, 1, 4, 8, 14, 16, 24, 14, 8, 4, 2, 2, 1, 1, 1];
/** Hours for which API requests are kept. */
const REQUEST_HOURS = 7 * 24;
/** Durations of API requests in percent per step of the histogram. */
const REQUEST_SHARES = [0, 2, 14, 38, 26, 11, 5, 2, 1, 1, 0, 0, 0, 0, 0, 0];
/** Share of each route in the API requests. */
const ROUTE_SHARES = { 'GET /products': 0.5, 'GET /orders': 0.3, 'POST /stock/adjustments': 0.2 };
/** Hours in the past at which the receiver was down. */
const DOWN_HOURS = new Set([13, 14, 190, 191, 192]);

/**
 * Inserts statistics of the last 30 days for an app, which a freshly loaded demo lacks: typical numbers of
 * attempts for a store of its size, more by day than by night.
 */
export async function addHistory(dataDir: string, appId: string): Promise<void> {
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
      const failed = DOWN_HOURS.has(back) ? Math.round(attempts * 0.6) : back % 5 === 0 ? 2 : 0;
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
      if (back < REQUEST_HOURS) await addRequests(db, appId, hour, attempts * 4);
    }
  });
}

/** Inserts the counts of an app's API requests in an hour. */
async function addRequests(db: pg.Client, appId: string, hour: Date, requests: number): Promise<void> {
  const durations = REQUEST_SHARES.map((share) => Math.round((share * requests) / 100));
  for (const [route, share] of Object.entries(ROUTE_SHARES)) {
    const counts = durations.map((count) => Math.round(count * share));
    const refused = Math.round(requests * share * 0.02);
    const failed = hour.getUTCHours() === 4 ? 3 : 0;
    await db.query(
      'insert into api_request_hour values ($1, $2, $3, $4, $5, $6, 0, $7) on conflict do nothing',
      [appId, hour, route, Math.round(requests * share), refused, failed, counts],
    );
  }
}

/** Backdates failed deliveries by days: their next attempt is the last, or for a few one of the last. */
export async function exhaustRetries(dataDir: string, appId: string): Promise<void> {
  await withDatabase(dataDir, (db) =>
    db.query(
      `update delivery set due_at = now(), state = 'pending', attempts = case when type = 'stock.changed' then 6 else $2 end
       where app_id = $1 and state = 'retrying'`,
      [appId, MAX_ATTEMPTS - 1],
    ),
  );
}

/** The webhooks database of a stack with embedded Postgres. */
async function withDatabase(dataDir: string, work: (db: pg.Client) => Promise<unknown>): Promise<void> {
  const secrets = JSON.parse(readFileSync(`${dataDir}/secrets.json`, 'utf8')) as { postgresPassword: string };
  // The port is the fourth line of postmaster.pid.
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
