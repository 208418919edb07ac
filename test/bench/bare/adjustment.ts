import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { STOCK_ITEM_ADJUST } from '@commerce/inventory/seed.ts';
import { RECORD_AND_EVENTS } from '@commerce/service-kit/write/finish.ts';
import { LOOK_UP } from '@commerce/service-kit/write/idempotency.ts';

interface Adjusted {
  on_hand: number;
  reserved: number;
  sku: string | null;
}

const LIFETIME_MS = 24 * 3600 * 1000;
const ACTOR = 'bench';

/** A copy of the outbox without a reader, because the platform would publish the events. */
const OWN_OUTBOX = 'bench_outbox';
const RECORD = {
  name: 'record',
  text: RECORD_AND_EVENTS.text.replace('insert into outbox', `insert into ${OWN_OUTBOX}`),
};

/** Creates the table that replaces the outbox. */
export async function prepareAdjustments(pool: pg.Pool): Promise<void> {
  await pool.query(`create table if not exists ${OWN_OUTBOX} (like outbox including all)`);
}

/** Runs a keyed adjustment with the platform's own statements in one transaction, including the event's row. */
export async function adjustment(pool: pg.Pool, storeId: string, key: string, body: string): Promise<string> {
  const { shop, product, variant = '', delta } = JSON.parse(body) as Record<string, string>;
  const digest = createHash('sha256').update(`${storeId}\n${key}`).digest();
  const now = new Date();
  const client = await pool.connect();
  const run = async <R extends pg.QueryResultRow>(
    { name, text }: { name: string; text: string },
    values: unknown[],
  ) => (await client.query<R>({ name, text, values })).rows;
  try {
    await client.query('BEGIN; SAVEPOINT effect');
    await run(LOOK_UP, [storeId, ACTOR, key, digest.readBigInt64BE().toString(), now]);
    const cause = ['adjustment', null, null, 'system', ACTOR, now];
    const [row] = await run<Adjusted>(STOCK_ITEM_ADJUST, [
      storeId,
      shop,
      product,
      variant,
      delta,
      null,
      ...cause,
    ]);
    const { on_hand, reserved, sku } = row!;
    const data = {
      shop_id: shop,
      product_id: product,
      ...(variant === '' ? {} : { variant_id: variant }),
      sku,
      on_hand,
      available: on_hand - reserved,
    };
    const json = JSON.stringify({ data });
    const expires = new Date(now.getTime() + LIFETIME_MS);
    const record = [storeId, ACTOR, key, digest, Buffer.from(json), null, '', expires, now, null];
    const event = [[storeId], [randomUUID()], ['commerce.inventory.bench._'], [Buffer.from(json)]];
    await run(RECORD, [...record, ...event]);
    await client.query('COMMIT');
    return json;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
