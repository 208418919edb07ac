import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { explainAnalyze, planNodes, type PlanNode } from '@commerce/service-kit/testing/explain.ts';
import { monthsAndDays } from '../src/domain/sales-days.ts';
import definition from '../src/main.ts';
import {
  numberStatement,
  searchStatement,
  textStatement,
  scanStatement,
  type OrderSearchFilter,
} from '../src/store/order-search.ts';
import { IN_STATUSES, UNPAID } from '../src/store/open-work.ts';
import { OF_DAYS, OF_SHOPS } from '../src/store/sales-of-day.ts';
import { partsOf, TOP } from '../src/store/sales-of-product.ts';

/** Orders of the large store. 1,000,000, checked by hand, have the same plans. */
const ORDERS = Number(process.env['PLAN_TEST_ORDERS'] ?? 20_000);
const PAGE = 51;

let database: TestDatabase;
const connect = () => database.db.pool.connect();
let client: Awaited<ReturnType<typeof connect>>;

/**
 * A large store among small ones: a tenth is open, a tenth expired unpaid, a hundredth has failed to be paid, a hundredth was made by phone,
 * and two of a thousand wait for their payment.
 */
const GENERATE = `insert into "order" (store_id, id, order_number, status, source, shop_id, customer_id, customer_name, customer_email,
    total_centavos, discount_centavos, payment_gateway, payment_status, created_at, updated_at, message, encoding)
  select s.id, 'ord_' || lpad(n::text, 26, '0'), (1000 + n)::text,
    case n % 10 when 0 then 'pending' when 7 then 'expired' else 'delivered' end, case when n % 100 = 3 then 'phone' else 'pos' end,
    'shp_' || s.id || n * 7 % 4, case when n % 2 = 0 then 'cus_' || n % 1000 end,
    case when n % 2 = 0 then case when n % 5000 = 2 then 'Zubizarreta' else 'Ana Gómez' end end,
    case when n % 2 = 0 then 'c' || n % 1000 || '@example.com' end,
    1000, 0, 'cash', case when n % 100 = 10 then 'failed' when n % 10 = 7 or n % 500 = 61 then 'pending' else 'paid' end,
    timestamptz '2025-01-01' + n * interval '30 s', timestamptz '2025-01-01' + n * interval '30 s', decode(repeat('ab', 400), 'hex'), 1
  from (select 'big' as id, ${ORDERS} as size union all select 'small' || i, 10 from generate_series(1, 200) i) s,
    lateral generate_series(1, s.size) n`;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  client = await connect();
  await client.query(`set statement_timeout = '300s'`);
  await client.query(GENERATE);
  await client.query(`insert into sales_of_product
    select 'big', span, begins::date, 'prd_' || n, 'shp_1', 5, 100 from (
      select 'day' as span, generate_series(date '2025-01-01', date '2025-12-31', interval '1 day') as begins
      union all select 'month', generate_series(date '2025-01-01', date '2025-12-01', interval '1 month')) spans, generate_series(1, 200) n`);
  await client.query('vacuum analyze');
}, 600_000);

afterAll(async () => {
  client.release();
  await database.drop();
});

const pages = (plan: PlanNode): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
const at = (share: number): string => new Date(Date.UTC(2025, 0, 1) + share * ORDERS * 30_000).toISOString();
const indexes = (plan: PlanNode): string[] =>
  planNodes(plan).flatMap((node) => (node['Index Name'] === undefined ? [] : [node['Index Name']]));

const SEARCHES: { index: string; filter: OrderSearchFilter; values: string[] }[] = [
  { index: 'order_by_creation', filter: {}, values: [] },
  { index: 'order_of_status', filter: { status: 'x' }, values: ['pending'] },
  { index: 'order_of_shop', filter: { shopId: 'x' }, values: ['shp_big1'] },
  { index: 'order_of_payment_status', filter: { paymentStatus: 'x' }, values: ['failed'] },
  { index: 'order_of_customer', filter: { customerId: 'x' }, values: ['cus_10'] },
];

describe.each(['force_generic_plan', 'force_custom_plan'])('planned with %s', (mode) => {
  test.each(SEARCHES)(
    'a page of $index is read from this index alone, in its order',
    async ({ index, filter, values }) => {
      for (const before of [at(2), at(0.7)]) {
        const plan = await explainAnalyze(client, searchStatement(filter), mode, [
          'big',
          before,
          '',
          '1970-01-01',
          PAGE,
          ...values,
        ]);
        expect(planNodes(plan).map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan']);
        expect(indexes(plan)).toEqual([index]);
        expect(planNodes(plan)[1]!['Rows Removed by Filter'] ?? 0).toBe(0);
        expect(pages(plan)).toBeLessThanOrEqual(PAGE + 12);
      }
    },
  );

  test.each([
    ['a rare source', { source: 'x' }, ['phone']],
    ['an unused source', { source: 'x' }, ['marketplace']],
    ['an unused combination of status and source', { status: 'x', source: 'x' }, ['pending', 'phone']],
    [
      'a combination of all filters',
      { status: 'x', source: 'x', shopId: 'x', paymentStatus: 'x' },
      ['delivered', 'phone', 'shp_big1', 'failed'],
    ],
  ])(
    '%s is checked within an index, without reading rows that do not match',
    async (_name, filter, values) => {
      const plan = await explainAnalyze(client, searchStatement(filter), mode, [
        'big',
        at(2),
        '',
        '1970-01-01',
        PAGE,
        ...values,
      ]);
      const scans = planNodes(plan).filter((node) => node['Node Type'].includes('Scan'));
      expect(scans.map((node) => node['Node Type'])).toEqual(['Index Scan']);
      expect(scans[0]!['Rows Removed by Filter'] ?? 0).toBe(0);
      // A page of the index has some hundred entries.
      expect(pages(plan)).toBeLessThanOrEqual(PAGE + 12 + ORDERS / 25);
    },
  );

  test('a common text is found by scanning the newest orders', async () => {
    const plan = await explainAnalyze(client, scanStatement({}), mode, [
      'big',
      at(2),
      '',
      '1970-01-01',
      PAGE,
      'gomez',
      'gomez',
    ]);
    expect(indexes(plan)).toEqual(['order_by_creation']);
    expect(pages(plan)).toBeLessThanOrEqual(300);
  });

  test('a rare text is found by the trigram index', async () => {
    const values = ['big', at(2), '', '1970-01-01', PAGE, 'zubizarreta', 'zubizarreta'];
    const plan = await explainAnalyze(client, textStatement({}), mode, values);
    expect(indexes(plan)).toContain('order_of_buyer');
    expect(planNodes(plan).map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(pages(plan)).toBeLessThanOrEqual(60 + ORDERS / 100);
  });

  test('a text that is too short to be that of a buyer is only looked up as an order number', async () => {
    for (const filter of [{}, { status: 'x' }]) {
      const values = ['big', at(2), '', '1970-01-01', '10', ...Object.values(filter)];
      const plan = await explainAnalyze(client, numberStatement(filter), mode, values);
      expect(indexes(plan)).toEqual(['order_store_id_order_number_key']);
      expect(pages(plan)).toBeLessThanOrEqual(6);
    }
  });

  test('open work is counted in an index, up to a limit', async () => {
    const work = await explainAnalyze(client, IN_STATUSES, mode, ['big', '{pending,confirmed}', null, 1_000]);
    expect(planNodes(work).map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(pages(work)).toBeLessThanOrEqual(2_100);
    for (const shop of [null, 'shp_big1']) {
      const unpaid = await explainAnalyze(client, UNPAID, mode, ['big', shop, 1_000]);
      expect(indexes(unpaid)).toEqual(['order_unpaid']);
      expect(pages(unpaid)).toBeLessThanOrEqual(ORDERS / 500 + 10);
    }
  });

  test('the figures of a year are read by primary key, those of products by whole months', async () => {
    const span = { first: '2025-01-15', last: '2026-01-14' };
    for (const statement of [OF_DAYS, OF_SHOPS]) {
      const days = await explainAnalyze(client, statement, mode, ['big', span.first, span.last, 'shp_1']);
      // A custom plan for a span with nearly all rows of the table is a sequential scan.
      if (mode === 'force_generic_plan') expect(indexes(days)).toEqual(['sales_of_day_pkey']);
    }
    const parts = partsOf(monthsAndDays(span)).map((values) => `{${values.join(',')}}`);
    const top = await explainAnalyze(client, TOP, mode, ['big', ...parts, 10, null]);
    expect(indexes(top)).toEqual(['sales_of_product_pkey']);
    expect(planNodes(top).map((node) => node['Node Type'])).not.toContain('Seq Scan');
    // Eleven months and 17 + 14 days of 200 products: at most a page for each of these rows, out of 73,000.
    expect(pages(top)).toBeLessThanOrEqual(200 * (11 + 17 + 14) + 200);
  });
});
