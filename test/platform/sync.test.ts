import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { storeStamp, type Stamp } from '@commerce/service-kit/db/stamp.ts';
import { systemClock } from '@commerce/service-kit/clock.ts';
import { followProducts, type Seen } from '../support/follow-products.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { apiRoot, platform } from '../support/platform.ts';
import { writeProducts, type Written } from '../support/write-products.ts';

const { gateways, demo, databaseUrls } = platform();
const databaseUrl = databaseUrls['catalog']!;
const store = demo.stores[1];
/** One of an installation of its own for each follower: each obeys its own rate limit. */
let tokens: string[];
let productIds: string[];

beforeAll(async () => {
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
});

jest.setTimeout(300_000);

/** Plain time of the statement, without the store's lock: what the stamp must not be replaced by. */
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
  holdMs: number,
): Promise<{ written: Written; seen: Seen[] }> {
  let over = false;
  const followers = gateways.map((gateway, n) => followProducts(apiRoot(gateway), tokens[n]!, () => over));
  const written = await writeProducts({
    databaseUrl,
    storeId: store.id,
    productIds,
    writers: 16,
    changes,
    stamp,
    holdMs,
    killOneIn: 97,
  });
  over = true;
  return { written, seen: await Promise.all(followers) };
}

function missed(written: Written, seen: Seen): string[] {
  return [...written.names].filter(([id, name]) => seen.get(id) !== name).map(([id]) => id);
}

describe('a client that follows next_cursor, then polls updated_since = the last updated_at it saw', () => {
  test('misses no final state of 10,000 changes by 16 writers, some of them killed', async () => {
    const { written, seen } = await race(storeStamp(systemClock), 10_200, 3);
    expect(written.committed).toBeGreaterThanOrEqual(10_000);
    expect(written.killed).toBeGreaterThan(50);
    for (const each of seen) expect(missed(written, each)).toEqual([]);
  });

  test('would miss some if the stamp were plain now(): the race is a real one', async () => {
    const { written, seen } = await race(plainNow, 2_000, 200);
    expect(seen.map((each) => missed(written, each).length).some((count) => count > 0)).toBe(true);
  });
});
