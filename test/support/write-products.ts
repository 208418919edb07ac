import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { productChangeMany } from '@commerce/catalog/seed.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import { oneOf, random } from '@commerce/service-kit/testing/random.ts';

/** Options of a write load on products. */
export interface Writing {
  databaseUrl: string;
  storeId: string;
  productIds: string[];
  writers: number;
  changes: number;
  stamp: Stamp;
  /** Maximum delay of a writer between its stamp and its commit, in ms. */
  commitDelayMs: number;
  /** One in this many changes is interrupted before its commit. */
  killOneIn: number;
}

/** Result of the load: the last committed name of each changed product, and the number of killed writers. */
export interface Written {
  names: Map<string, string>;
  committed: number;
  killed: number;
}

/** Changes products with catalog's own store code by many concurrent writers, some killed before their commit. */
export async function writeProducts(writing: Writing): Promise<Written> {
  const written: Written = { names: new Map(), committed: 0, killed: 0 };
  let started = 0;
  const next = () => (started < writing.changes ? ++started : undefined);
  await Promise.all(Array.from({ length: writing.writers }, () => writer(writing, written, next)));
  written.names = await finalNames(writing);
  return written;
}

async function writer(writing: Writing, written: Written, next: () => number | undefined): Promise<void> {
  let client = await connect(writing.databaseUrl);
  for (let change = next(); change !== undefined; change = next()) {
    const kill = change % writing.killOneIn === 0;
    try {
      await changeOne(client, writing, change, kill);
      written.committed += 1;
    } catch (error) {
      if (!kill) throw error;
      written.killed += 1;
      client = await connect(writing.databaseUrl);
    }
  }
  await client.end();
}

async function changeOne(client: pg.Client, writing: Writing, change: number, kill: boolean): Promise<void> {
  const { storeId, productIds, stamp, commitDelayMs } = writing;
  const id = oneOf(productIds);
  const tx: Queryable = {
    rows: async ({ text, name }, values) => (await client.query({ name, text, values })).rows,
  };
  await client.query('begin');
  await productChangeMany(
    tx,
    storeId,
    [id],
    (record) => ({ ...record, product: { ...record.product, name: `change ${change}` } }),
    stamp,
  );
  await sleep(random() * commitDelayMs);
  if (kill) client.connection.stream.destroy();
  await client.query('commit');
}

async function connect(url: string): Promise<pg.Client & { connection: { stream: { destroy(): void } } }> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function finalNames({ databaseUrl, storeId }: Writing): Promise<Map<string, string>> {
  const client = await connect(databaseUrl);
  const { rows } = await client.query<{ id: string; name: string }>(
    'select id, name from product where store_id = $1 and not is_draft',
    [storeId],
  );
  await client.end();
  return new Map(rows.map((row) => [row.id, row.name]));
}
