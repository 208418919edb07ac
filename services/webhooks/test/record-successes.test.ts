import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@commerce/service-kit/ids.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { exampleProduct } from '@commerce/public-api/2026-10/examples/product.ts';
import { Engine, newEvent } from './support/engine.ts';

const HOOK = 'https://hooks.example.com/in';
let engine: Engine;
/** The deliveries of each statement that recorded successes. */
const recorded: string[][] = [];

beforeAll(async () => {
  engine = await Engine.create({ limits: { total: 64, perEndpoint: 64 } });
  const { db } = engine.deps;
  const rows = db.rows.bind(db);
  db.rows = async <R>(statement: Statement, values: unknown[]) => {
    if (statement.name === 'delivery-record-successes') recorded.push(values[1] as string[]);
    return rows<R>(statement, values);
  };
});
afterAll(() => engine.close());

const attempt = async () => ({
  durationMs: 5,
  status: 200,
  response: Buffer.from('ok'),
  error: undefined,
  retryAfter: undefined,
});

test('attempts of several apps that succeed together are recorded together, each in the log and with the health of its endpoint', async () => {
  const store = newId('sto');
  const apps = [await engine.newApp(store, HOOK), await engine.newApp(store, HOOK)];
  await engine.query(
    'update endpoint set first_failure_at = now(), last_failure_at = now() where app_id = $1',
    [apps[0]!.appId],
  );
  await engine.receive(...Array.from({ length: 20 }, () => newEvent(store)));
  engine.startDispatcher(attempt);
  const rows = await engine.until((all) => all.every(({ state }) => state === 'delivered'), 'delivered');
  expect(rows).toHaveLength(40);
  expect(recorded.length).toBeLessThan(20);
  expect(recorded.flat().toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  for (const ids of recorded) expect(ids).toEqual(ids.toSorted());
  const logged = await engine.query(
    `select from attempt where number = 1 and status = 200 and response = 'ok' and error is null`,
  );
  expect(logged).toHaveLength(40);
  expect(await engine.query('select from endpoint where first_failure_at is not null')).toEqual([]);
});

test('a large body is recorded alone', async () => {
  const store = newId('sto');
  await engine.newApp(store, HOOK);
  const description = 'x'.repeat(40_000);
  engine.fetch = () => ({ product: { ...exampleProduct, description } });
  recorded.length = 0;
  await engine.receive(newEvent(store), newEvent(store), newEvent(store));
  await engine.until((all) => all.every(({ state }) => state === 'delivered'), 'delivered');
  expect(recorded.map(({ length }) => length)).toEqual([1, 1, 1]);
});
