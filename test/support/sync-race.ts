import { beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { storeStamp, type Stamp } from '@commerce/service-kit/db/stamp.ts';
import { systemClock } from '@commerce/service-kit/clock.ts';
import { followProducts, type Seen } from './follow-products.ts';
import { AppClient } from './install-app.ts';
import { newApp } from './new-app.ts';
import { apiRoot, platform } from './platform.ts';
import { writeProducts, type Written } from './write-products.ts';

const { gateways, demo, databaseUrls } = platform();
const databaseUrl = databaseUrls['catalog']!;
const store = demo.stores[1];
const KILL_ONE_IN = 97;
/** A token of a separate installation per follower, each with its own rate limit. */
let tokens: string[];
let productIds: string[];

async function prepare(): Promise<void> {
  tokens = [];
  while (tokens.length < gateways.length) {
    const client = new AppClient(gateways[0], await newApp());
    tokens.push((await client.install(store.owner)).access_token);
  }
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ id: string }>(
    'select id from product where store_id = $1 and not is_draft',
    [store.id],
  );
  await database.end();
  productIds = rows.map((row) => row.id);
}

/** A stamp by plain statement time without the store's lock: the mistake that the test must detect. */
const plainNow: Stamp = async (tx) => {
  const [row] = await tx.rows<{ at: Date }>(
    { name: 'plain-now', text: 'select clock_timestamp()::timestamptz(3) as at' },
    [],
  );
  return row!.at;
};

async function race(
  stamp: Stamp,
  changes: number,
  commitDelayMs: number,
): Promise<{ written: Written; seen: Seen[] }> {
  let over = false;
  const writing = writeProducts({
    databaseUrl,
    storeId: store.id,
    productIds,
    writers: 16,
    changes,
    stamp,
    commitDelayMs,
    killOneIn: KILL_ONE_IN,
  }).finally(() => (over = true));
  const followers = gateways.map((gateway, n) => followProducts(apiRoot(gateway), tokens[n]!, () => over));
  const [written, ...seen] = await Promise.all([writing, ...followers]);
  return { written, seen };
}

function missed(written: Written, seen: Seen): string[] {
  return [...written.names].filter(([id, name]) => seen.get(id) !== name).map(([id]) => id);
}

/**
 * Tests that a client that pages and polls as in the contract ends with the store's state, and that the race is
 * real.
 */
export function testSync({ changes, changesToMiss }: { changes: number; changesToMiss: number }): void {
  beforeAll(prepare);

  test('a sync client misses no final state of many changes by 16 writers, some of them killed', async () => {
    const { written, seen } = await race(storeStamp(systemClock), changes, 3);
    expect(written.committed).toBeGreaterThanOrEqual(changes * 0.98);
    expect(written.killed).toBeGreaterThanOrEqual(Math.floor(changes / KILL_ONE_IN));
    for (const each of seen) expect(missed(written, each)).toEqual([]);
  });

  test('a sync client would miss changes if the stamp were plain now(), so the race is real', async () => {
    const { written, seen } = await race(plainNow, changesToMiss, 200);
    expect(seen.map((each) => missed(written, each).length).some((count) => count > 0)).toBe(true);
  });
}
