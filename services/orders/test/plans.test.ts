import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainAnalyze, planNodes, type PlanNode } from '@commerce/service-kit/testing/explain.ts';
import { createTestDatabase, sentBy, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { APPEND, historyPartitions } from '../src/store/order-event.ts';
import {
  BATCH_BY_KEY,
  LIST_BY_CUSTOMER,
  LIST_BY_IDS,
  LIST_BY_SHOP,
  LIST_BY_SHOP_AND_STATUS,
  LIST_BY_STATUS,
  LIST_BY_UPDATE,
  LIST_DUE,
  LIST_STATUSES_IN_USE,
  LIST_VERSIONS,
  orderListByBuyer,
  orderListByErasedBuyer,
  orderListOpenByBuyer,
} from '../src/store/order-list.ts';
import { LIST_PAYMENTS, orderPaymentListByOrder } from '../src/store/order-payment.ts';
import { LOCK_BY_NUMBER, orderTotalList } from '../src/store/order.ts';
import { openPrisma, type Prisma } from '../src/store/prisma.ts';

/** Orders of the large store. 250,000, checked by hand, have the same plans. */
const ORDERS = Number(process.env['PLAN_TEST_ORDERS'] ?? 20_000);
const PAGE = 51;

let database: TestDatabase;
const connect = () => database.db.pool.connect();
let client: Awaited<ReturnType<typeof connect>>;

/** A large store among small ones; every order is updated up to four days after its creation. */
const GENERATE = `insert into "order" (store_id, id, order_number, status, source, shop_id, total_centavos,
    discount_centavos, payment_gateway, payment_status, customer_id, created_at, updated_at, message, encoding)
  select s.id, 'ord_' || lpad(n::text, 26, '0'), (1000 + n)::text,
    case when n % 100 < 70 then 'delivered' when n % 500 = 99 then 'rejected' else 'pending' end, 'pos',
    'shp_' || s.id || n * 7 % 4, 0, 0, 'cash', 'paid',
    case when n % 3 = 0 then 'cus_' || n % 60 end, timestamptz '2025-01-01' + n * interval '2 min',
    timestamptz '2025-01-01' + n * interval '2 min' + n * 7919 % 6000 * interval '1 min', decode(repeat('ab', 400), 'hex'), 1
  from (select 'big' as id, ${ORDERS} as size union all select 'small' || i, 10 from generate_series(1, 200) i) s,
    lateral generate_series(1, s.size) n`;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  client = await connect();
  await client.query(`set statement_timeout = '120s'`);
  const months = historyPartitions(database.db);
  for (let month = 0; month < 24; month++) await months.ensure(Date.UTC(2025, month));
  await client.query(GENERATE);
  await client.query(
    `update "order" set expires_at = created_at + interval '2 days' where source = 'pos' and order_number::int % 40 = 0`,
  );
  await client.query(`insert into order_event (store_id, order_id, position, kind, actor_kind, actor_id, at)
    select store_id, id, position, 'note', 'system', '', created_at from "order", generate_series(1, 3) position`);
  await client.query(`insert into order_payment (store_id, order_id, position, kind, gateway, amount_centavos, actor_kind, actor_id, at)
    select store_id, id, position, 'payment', 'cash', 1, 'system', '', created_at from "order", generate_series(1, 2) position`);
  await client.query('vacuum analyze "order", order_event, order_payment');
});

afterAll(async () => {
  client.release();
  await database.drop();
});

const array = (values: unknown[]): string => `{${values.join(',')}}`;
const pages = (plan: PlanNode): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
const atShare = (share: number): string =>
  new Date(Date.UTC(2025, 0, 1) + share * ORDERS * 120_000).toISOString();

const LISTS = [
  { statement: LIST_BY_UPDATE, index: 'order_by_update', filter: [] },
  { statement: LIST_BY_STATUS, index: 'order_by_status', filter: ['delivered'] },
  { statement: LIST_BY_STATUS, index: 'order_by_status', filter: ['rejected'] },
  { statement: LIST_BY_SHOP, index: 'order_by_shop', filter: ['shp_big1'] },
  {
    statement: LIST_BY_SHOP_AND_STATUS,
    index: 'order_by_shop_and_status',
    filter: ['shp_big1', 'delivered'],
  },
  { statement: LIST_BY_SHOP_AND_STATUS, index: 'order_by_shop_and_status', filter: ['shp_big1', 'rejected'] },
];

describe.each(['force_generic_plan', 'force_custom_plan'])('planned with %s', (mode) => {
  describe.each(LISTS)('$index $filter', ({ statement, index, filter }) => {
    test.each([
      ['the first page', 0, 0],
      ['a deep page', 0.7, 0],
      ['the first page of created_since', 0.3, 0.3],
      ['a deep page of created_since', 0.7, 0.3],
    ])('%s reads one index in its order and skips no rows', async (_name, from, createdSince) => {
      const since = createdSince === 0 ? '1970-01-01' : atShare(createdSince);
      const plan = await explainAnalyze(client, statement, mode, [
        'big',
        atShare(from),
        '',
        PAGE,
        since,
        ...filter,
      ]);
      expect(planNodes(plan).map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan']);
      expect(planNodes(plan)[1]!['Index Name']).toBe(index);
      expect(planNodes(plan)[1]!['Rows Removed by Filter'] ?? 0).toBe(0);
      // A heap page for each order, and the depth and leaves of the index for a page of the list; with created_since,
      // also a few leaves of older orders that were updated since.
      expect(pages(plan)).toBeLessThanOrEqual(PAGE + (createdSince === 0 ? 12 : 80));
    });
  });

  test.each([
    ['the first page', 0],
    ['a deep page', 0.7],
  ])('orders of a customer: %s reads one index in its order and no order of others', async (_name, from) => {
    const values = ['big', atShare(from), '', PAGE, '1970-01-01', null, null, 'cus_21'];
    const plan = await explainAnalyze(client, LIST_BY_CUSTOMER, mode, values);
    expect(planNodes(plan).map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan']);
    expect(planNodes(plan)[1]!['Index Name']).toBe('order_by_customer');
    expect(planNodes(plan)[1]!['Rows Removed by Filter'] ?? 0).toBe(0);
    expect(pages(plan)).toBeLessThanOrEqual(PAGE + 12);
  });

  test('orders of a list of ids are found by the primary key', async () => {
    const ids = array(Array.from({ length: 100 }, (_, n) => `ord_${String(n * 190 + 1).padStart(26, '0')}`));
    const values = ['big', atShare(0), '', 101, '1970-01-01', null, null, null, ids];
    const plan = await explainAnalyze(client, LIST_BY_IDS, mode, values);
    const scans = planNodes(plan).filter((node) => node['Node Type'].includes('Scan'));
    for (const scan of scans) expect(scan['Index Name'] ?? 'order_pkey').toBe('order_pkey');
    expect(planNodes(plan).map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(pages(plan)).toBeLessThanOrEqual(100 * 5);
  });

  test('versions of pages are read from one index only', async () => {
    const starts = [array([`"${atShare(0)}"`, `"${atShare(0.7)}"`]), '{"",""}', array([PAGE, PAGE])];
    const plan = await explainAnalyze(client, LIST_VERSIONS, mode, ['big', ...starts]);
    const scans = planNodes(plan).filter((node) => node['Index Name'] !== undefined);
    expect(scans.map((node) => [node['Node Type'], node['Index Name']])).toEqual([
      ['Index Only Scan', 'order_by_update'],
    ]);
    expect(pages(plan)).toBeLessThanOrEqual(2 * 12);
  });

  test.each([
    ['an order by its number', LOCK_BY_NUMBER, ['big', '9000'], 'order_store_id_order_number_key'],
    ['a status in use', LIST_STATUSES_IN_USE, ['big', array(['delivered', 'packing'])], 'order_by_status'],
  ])('%s is found by an index', async (_name, statement, values, index) => {
    const plan = await explainAnalyze(client, statement, mode, values);
    const scans = planNodes(plan).filter((node) => node['Index Name'] !== undefined);
    expect(scans.map((node) => node['Index Name'])).toEqual([index]);
    expect(planNodes(plan).map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(pages(plan)).toBeLessThanOrEqual(12);
  });

  test('an entry is appended to a history by the primary key alone', async () => {
    const id = `ord_${'7'.padStart(26, '0')}`;
    const entry = [['note'], ['null'], ['null'], ['null'], ['null'], ['x'], ['null'], ['null']].map(array);
    const values = ['big', id, 'system', '', '2026-01-01', ...entry];
    const plan = await explainAnalyze(client, APPEND, mode, values);
    const scans = planNodes(plan).filter((node) => node['Index Name'] !== undefined);
    expect(scans.map((node) => node['Index Name'])).toEqual(['order_event_rest_pkey']);
    expect(planNodes(plan).map((node) => node['Node Type'])).not.toContain('Seq Scan');
  });

  test('the payments of an order are read by the primary key alone', async () => {
    const plan = await explainAnalyze(client, LIST_PAYMENTS, mode, ['big', `ord_${'7'.padStart(26, '0')}`]);
    const scans = planNodes(plan).filter((node) => node['Index Name'] !== undefined);
    expect(scans.map((node) => node['Index Name'])).toEqual(['order_payment_pkey']);
    expect(pages(plan)).toBeLessThanOrEqual(5);
  });

  test.each([
    ['order_pkey', orderTotalList],
    ['order_payment_pkey', orderPaymentListByOrder],
  ])('the balances of orders are read by the primary key %s', async (index, list) => {
    const ids = Array.from({ length: 100 }, (_, n) => `ord_${String(n * 190 + 1).padStart(26, '0')}`);
    const [statement, values] = await sentBy(database.db, () => list(openPrisma(database.db), 'big', ids));
    const plan = await explainAnalyze(client, statement, mode, values);
    const scans = planNodes(plan).filter((node) => node['Index Name'] !== undefined);
    expect(scans.map((node) => node['Index Name'])).toEqual([index]);
    expect(pages(plan)).toBeLessThanOrEqual(100 * 5);
  });

  test('due orders are read from the index of orders that can expire, and no others', async () => {
    const values = ['2026-01-01', '1970-01-01', '', '', 100];
    const plan = await explainAnalyze(client, LIST_DUE, mode, values);
    expect(planNodes(plan).find((node) => node['Index Name'] !== undefined)!['Index Name']).toBe(
      'order_by_expiry',
    );
    expect(pages(plan)).toBeLessThanOrEqual(100 + 6);
  });

  test.each([
    ['order_of_customer', (prisma: Prisma) => orderListByBuyer(prisma, 'big', 'cus_1', 100)],
    ['order_of_customer', (prisma: Prisma) => orderListOpenByBuyer(prisma, 'big', 'cus_1')],
    ['order_of_erased_buyer', (prisma: Prisma) => orderListByErasedBuyer(prisma, 'big', 'cus_1')],
  ])('the orders of an erased buyer are found by the index %s', async (index, list) => {
    const [statement, values] = await sentBy(database.db, () => list(openPrisma(database.db)));
    const plan = await explainAnalyze(client, statement, mode, values);
    const scans = planNodes(plan).filter((node) => node['Index Name'] !== undefined);
    expect(scans.map((node) => node['Index Name'])).toEqual([index]);
  });

  test('a batch looks each key up in a unique index', async () => {
    const ids = [7, 9_000, 19_000].map((n) => `ord_${String(n).padStart(26, '0')}`);
    const stores = array(['big', 'big', 'big']);
    const keys = [
      stores,
      array(ids),
      '{null,null,null}',
      array([1, 2, 3]),
      stores,
      array([1007, 10_000, 20_000]),
      array([4, 5, 6]),
    ];
    const plan = await explainAnalyze(client, BATCH_BY_KEY, mode, keys);
    const scans = planNodes(plan).filter((node) => node['Node Type'].includes('Scan'));
    const indexes = scans.filter((node) => node['Node Type'] !== 'Function Scan');
    expect(indexes.map((node) => [node['Node Type'], node['Index Name']])).toEqual([
      ['Index Scan', 'order_pkey'],
      ['Index Scan', 'order_store_id_order_number_key'],
    ]);
    expect(pages(plan)).toBeLessThanOrEqual(6 * 6);
  });
});
