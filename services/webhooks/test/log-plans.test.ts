import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainAnalyze, type PlanNode, planNodes } from '@commerce/service-kit/testing/explain.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { planOf, sentBy } from '@commerce/service-kit/testing/database.ts';
import { ATTEMPT_HOUR_LIST } from '../src/store/attempt-hour.ts';
import { ATTEMPT_ERASE, attemptList, ERASE_BATCH } from '../src/store/attempt.ts';
import { MAX_SCANNED } from '../src/store/bounded-scan.ts';
import {
  DELIVERY_LIST,
  DELIVERY_LIST_FAILED,
  DELIVERY_LIST_MANDATORY_OPEN,
  deliveryFind,
  deliveryListOfEvent,
} from '../src/store/delivery-log.ts';
import { DELIVERY_OBSERVE_DUE } from '../src/store/delivery-queue.ts';
import { deliveryReplayMany } from '../src/store/delivery.ts';
import { eventCarryOver } from '../src/store/event.ts';
import { FINISHED_DELIVERY_DELETE_EXPIRED } from '../src/store/finished-delivery.ts';
import { FEED_ENTRY_LIST } from '../src/store/feed-entry.ts';
import {
  heldDeliveryInsertNextOfApp,
  heldDeliveryRelease,
  heldDeliveryReleaseMany,
} from '../src/store/held-delivery.ts';
import { LOG_ERASURE_SETTLE } from '../src/store/log-erasure.ts';
import { REPLAY_ITEM_INSERT_FAILED, replayItemTake } from '../src/store/replay-item.ts';
import { UNSENT_EVENT_LIST } from '../src/store/unsent-event.ts';
import { Engine, T0 } from './support/engine.ts';

const DAY = 24 * 3600_000;
const DAYS = 5;
const PER_DAY = 4_000;
const PAGE = 51;
let engine: Engine;
const connect = () => engine.database.db.pool.connect();
let client: Awaited<ReturnType<typeof connect>>;

/** One large app among a hundred small ones; one delivery in 50 has failed, and one in 500 has a privacy event. */
const FILL = (day: string, first: number) => `
  insert into finished_delivery (id, app_id, store_id, installation_id, event_id, event_day, type, sees_costs, state, attempts, due_at,
      created_at, finished_at, is_test)
    select 'dlv_' || lpad((${first} + n)::text, 9, '0'), case when n % 2 = 0 then 'big' else 'small' || n % 100 end, 'sto', 'ins',
      'evt_' || lpad((${first} + n)::text, 9, '0'), '${day}', case when n % 500 = 0 then 'customers.redact' else 'product.updated' end,
      false, case when n % 50 = 0 then 'dead' else 'delivered' end, 1, '${day}', '${day}'::timestamptz + n * interval '10 seconds',
      '${day}'::timestamptz + n * interval '10 seconds', false
    from generate_series(1, ${PER_DAY}) n;
  insert into event select '${day}', 'evt_' || lpad((${first} + n)::text, 9, '0'), 'sto', 'product.updated', 'prd', '${day}', 1, '', '',
      '', '', '' from generate_series(1, ${PER_DAY}) n;
  insert into feed_entry select '${day}', 'sto', case when n % 2 = 0 then 'big' else 'small' || n % 100 end, ${first} + n,
      'evt_' || lpad((${first} + n)::text, 9, '0'), 'product.updated', '${day}', false from generate_series(1, ${PER_DAY}) n;
  insert into unsent_event select '${day}', 'sto', 'evt_' || lpad((${first} + n)::text, 9, '0'), 'ins',
      case when n % 2 = 0 then 'big' else 'small' || n % 100 end, 'own_echo' from generate_series(1, ${PER_DAY}) n;
  insert into attempt (day, delivery_id, app_id, store_id, number, started_at, duration_ms, url, status, response, body)
    select '${day}', 'dlv_' || lpad((${first} + n)::text, 9, '0'), case when n % 2 = 0 then 'big' else 'small' || n % 100 end, 'sto', 1,
      '${day}'::timestamptz + n * interval '10 seconds', n % 300, 'https://x', 200, 'ok', repeat('x', 1000)::bytea
    from generate_series(1, ${PER_DAY}) n;`;

const OPEN = 20_000;
/** Many open deliveries at a healthy and a failing endpoint, due and not due; each store has one that is leased. */
const FILL_OPEN = `
  insert into endpoint (app_id, url, secret, state, created_at, updated_at, first_failure_at)
    values ('open0', 'https://x', '', 'active', now(), now(), null), ('open1', 'https://x', '', 'active', now(), now(), now());
  insert into delivery (id, app_id, store_id, installation_id, event_id, event_day, type, sees_costs, state, due_at, created_at, leased_until)
    select 'dlv_open' || n, 'open' || n % 2, 'sto' || n % 100, 'ins_open', 'evt_open' || n, '2099-11-03', 'product.updated', false,
      'pending', '2099-11-03'::timestamptz + n * interval '10 seconds', '2099-11-03',
      case when n <= 100 then '2099-11-03'::timestamptz end
    from generate_series(1, ${OPEN}) n;
  insert into log_erasure (store_id, subject_id, noted_at, looked_to) values ('sto7', 'cus', '2099-11-03', '2099-11-03');`;

const dayAt = (i: number): string => new Date(T0 + i * DAY).toISOString().slice(0, 10);

beforeAll(async () => {
  engine = await Engine.create();
  for (let i = 0; i < DAYS; i++) {
    await engine.deps.partitions.ensure(T0 + i * DAY);
    await engine.query(FILL(dayAt(i), i * PER_DAY));
  }
  await engine.query(FILL_OPEN);
  await engine.query('analyze endpoint, log_erasure');
  await engine.query('analyze delivery, finished_delivery, event, feed_entry, unsent_event, attempt');
  await engine.query('vacuum delivery, finished_delivery, event, feed_entry, unsent_event, attempt');
  const parts = await engine.query<{ part: string; whole: string }>(
    `select c.relname as part, p.relname as whole from pg_inherits i
     join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent where p.relkind = 'I'`,
  );
  for (const { part, whole } of parts) wholeOf.set(part, whole);
  client = await connect();
});
afterAll(async () => {
  client.release();
  await engine.close();
});

/** The index of each table of which an index of a partition is a part. */
const wholeOf = new Map<string, string>();

/** The indexes of a plan, those of partitions by the name of their table's; a full scan is represented by its node type. */
const reads = (plan: PlanNode[]): string[] => [
  ...new Set(
    plan
      .filter(
        (node) => node['Node Type'].endsWith(' Scan') && !/^(Subquery|Bitmap Heap)/.test(node['Node Type']),
      )
      .map((node) => node['Index Name'] ?? node['Node Type'])
      .map((name) => wholeOf.get(name) ?? name),
  ),
];
const at = (i: number): string => new Date(T0 + i * DAY).toISOString();

describe.each(['force_generic_plan', 'force_custom_plan'])('with %s', (mode) => {
  const run = async ({ name, text }: Statement, values: unknown[]) => {
    // Explaining a prepared statement takes no null parameters.
    const given = values.map((value) => value ?? 'NULL');
    const nulls = new Map(
      values.map((value, i) => [i + 1, value]).filter(([, value]) => value === null) as [number, null][],
    );
    let sql = text;
    for (const i of nulls.keys())
      sql = sql.replaceAll(`($${i}::text is null`, `(nullif($${i}::text, 'NULL') is null`);
    const plan = await explainAnalyze(client, { name, text: sql }, mode, given);
    return { nodes: planNodes(plan), blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] };
  };

  test.each([
    ['big', at(9)],
    ['big', at(2)],
    ['small7', at(9)],
    ['small7', at(2)],
  ])(
    'a page of the deliveries of an app (%s, before %s) reads one index in its order',
    async (app, before) => {
      const values = [app, at(-1), before, '', PAGE, null, null, null, PAGE];
      const { nodes, blocks } = await run(DELIVERY_LIST, values);
      expect(reads(nodes).toSorted()).toEqual(['delivery_of_app', 'finished_delivery_of_app']);
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
      expect(blocks).toBeLessThanOrEqual(PAGE * 1.5 + 20);
    },
  );

  test('a page of failed deliveries reads no others', async () => {
    const values = ['big', at(-1), at(9), '', MAX_SCANNED, null, null, null, PAGE];
    const { nodes } = await run(DELIVERY_LIST_FAILED, values);
    expect(reads(nodes)).toEqual(['finished_delivery_failed']);
  });

  test('expired deliveries are found by their time', async () => {
    const { nodes } = await run(FINISHED_DELIVERY_DELETE_EXPIRED, [at(-1)]);
    expect(reads(nodes)).toContain('finished_delivery_rest_created');
  });

  test('a page of a filter that few rows match reads a bounded number of rows', async () => {
    const values = ['big', at(-1), at(9), '', 1_000, null, 'ping', null, PAGE];
    const { nodes, blocks } = await run(DELIVERY_LIST, values);
    expect(reads(nodes).toSorted()).toEqual(['delivery_of_app', 'finished_delivery_of_app']);
    expect(blocks).toBeLessThan(1_000);
  });

  test('open mandatory events are read from their own index', async () => {
    const { nodes } = await run(DELIVERY_LIST_MANDATORY_OPEN, ['big', at(-1), '', PAGE]);
    expect(reads(nodes).toSorted()).toEqual([
      'delivery_mandatory_of_app',
      'finished_delivery_mandatory_of_app',
      'finished_delivery_of_event',
    ]);
  });

  test('a page of unsent events reads the index of the app in each partition, and events by key', async () => {
    const values = ['big', 'evt~', '', PAGE, null, null, PAGE];
    const { nodes, blocks } = await run(UNSENT_EVENT_LIST, values);
    expect(reads(nodes).toSorted()).toEqual(['event_pkey', 'unsent_event_of_app']);
    expect(blocks).toBeLessThan(PAGE * 6 + DAYS * 20);
  });

  test('a page of the feed, first or deep, reads the primary key, and no partition before its day', async () => {
    for (const [seq, day] of [
      [0, 0],
      [3 * PER_DAY, 3],
    ] as const) {
      const values = ['sto', 'big', seq, dayAt(day), at(-9), '{product.updated}', PAGE, PAGE];
      const { nodes, blocks } = await run(FEED_ENTRY_LIST, values);
      expect(reads(nodes)).toEqual(['feed_entry_pkey']);
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
      expect(blocks).toBeLessThan(PAGE * 1.5 + DAYS * 12);
    }
  });

  test('the attempts of a delivery are read by key, and the hours of an app by index', async () => {
    const { prisma } = engine.deps;
    const attempts = await run(
      ...(await sentBy(engine.database.db, () => attemptList(prisma, 'dlv_000012345', dayAt(0), 50))),
    );
    expect(reads(attempts.nodes)).toEqual(['attempt_pkey']);
    const stats = await run(ATTEMPT_HOUR_LIST, ['small7', at(1), at(2), dayAt(1), dayAt(2)]);
    expect(reads(stats.nodes)).toContain('attempt_of_app');
    expect(reads(stats.nodes)).not.toContain('attempt');
  });

  test('the attempts of a store are searched in the order of their index, one batch at a time', async () => {
    const { nodes, blocks } = await run(ATTEMPT_ERASE, ['sto', dayAt(2), at(2), at(3), '{cus_1,cus_2}']);
    expect(reads(nodes)).toContain('attempt_of_store');
    expect(reads(nodes)).not.toContain('Seq Scan');
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
    expect(blocks).toBeLessThan(ERASE_BATCH * 2);
  });

  test('an erasure looks for the running attempts of its store by index', async () => {
    await client.query('begin');
    const { nodes, blocks } = await run(LOG_ERASURE_SETTLE, ['sto7', at(0), 1_000, 1_000]);
    await client.query('rollback');
    expect(reads(nodes)).toContain('delivery_leased');
    expect(blocks).toBeLessThan(30);
  });

  test('the due deliveries of healthy endpoints are counted by index, up to a maximum', async () => {
    const { nodes, blocks } = await run(DELIVERY_OBSERVE_DUE, [at(9)]);
    expect(reads(nodes)).toContain('delivery_due');
    expect(reads(nodes)).not.toContain('Seq Scan');
    expect(blocks).toBeLessThan(OPEN / 10);
  });

  test('the failed deliveries of a range are found without reading others', async () => {
    const values = ['set', 'big', at(1), at(2), '{store.redact}', at(3)];
    const { nodes } = await run(REPLAY_ITEM_INSERT_FAILED, values);
    expect(reads(nodes)).toContain('finished_delivery_failed');
    expect(reads(nodes)).not.toContain('finished_delivery_of_app');
    await engine.query('delete from replay_item');
  });
});

test.each<[string, (db: Queryable) => Promise<unknown>]>([
  ['a delivery is found', (db) => deliveryFind(db, 'big', 'dlv_x')],
  ['those of an event are found', (db) => deliveryListOfEvent(db, 'big', 'evt_x')],
  ['those of a replay are taken', (db) => replayItemTake(db, 'set', 100)],
  ['they are replayed', (db) => deliveryReplayMany(db, [{ oldId: 'dlv_x', newId: 'dlv_y' }], dayAt(0), T0)],
  ['held ones are released', (db) => heldDeliveryRelease(db, 'sto', T0)],
  [
    'those of a suspended app are held',
    (db) => heldDeliveryInsertNextOfApp(db, 'open0', T0, ['store.redact']),
  ],
  [
    'those of a restored app are released',
    (db) => heldDeliveryReleaseMany(db, [{ storeId: 'sto', deliveryId: 'dlv_x' }], T0),
  ],
  ['those of mandatory events are kept', (db) => eventCarryOver(db, dayAt(0), dayAt(2), T0)],
])('no table of deliveries is read whole when %s', async (_, call) => {
  const { scans } = await planOf(engine.database.db, call);
  const whole = scans.filter((scan) => /Seq Scan on (finished_)?delivery/.test(scan));
  expect(whole).toEqual([]);
});
