import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainAnalyze, planNodes } from '@commerce/service-kit/testing/explain.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { BATCH_BY_KEY } from '../src/store/customer-list.ts';
import { FIND_BY_EMAIL } from '../src/store/customer.ts';
import { LIST_BY_EMAIL, LIST_BY_IDS, LIST_BY_UPDATE, LIST_VERSIONS } from '../src/store/customer-list.ts';
import { readSearchText } from '../src/domain/search-text.ts';
import { MAX_SCANNED, searchStatement } from '../src/store/customer-list.ts';

const CUSTOMERS = Number(process.env['PLAN_TEST_CUSTOMERS'] ?? 20_000);
const PAGE = 51;

let database: TestDatabase;
const connect = () => database.db.pool.connect();
let client: Awaited<ReturnType<typeof connect>>;

/** A large store among small ones; a quarter of its people are contacts, and many share an email. */
const GENERATE = `insert into customer (store_id, id, kind, name, email, email_normalized, phone, customer_type,
    created_at, updated_at, message, encoding, erased_at)
  select s.id, 'cus_' || lpad(n::text, 26, '0'), case when n % 4 = 0 then 'contact' else 'customer' end, md5(n::text), '',
    case when n % 3 = 0 then 'shop@example.com' else n || '@example.com' end, '', 'individual', '2025-01-01',
    timestamptz '2025-01-01' + n * 7919 % 100000 * interval '1 min', decode(repeat('ab', 200), 'hex'), 1,
    case when n % 50 = 0 then timestamptz '2026-01-01' end
  from (select 'big' as id, ${CUSTOMERS} as size union all select 'small' || i, 10 from generate_series(1, 200) i) s,
    lateral generate_series(1, s.size) n`;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  client = await connect();
  await client.query(`set statement_timeout = '120s'`);
  await client.query(GENERATE);
  await client.query('vacuum analyze customer');
});

afterAll(async () => {
  client.release();
  await database.drop();
});

describe.each(['force_generic_plan', 'force_custom_plan'])('with %s', (mode) => {
  test.each([
    ['the whole list', LIST_BY_UPDATE, 'customer_by_update', []],
    ['an email that many share', LIST_BY_EMAIL, 'customer_by_email', ['shop@example.com']],
    ['an email of one customer', LIST_BY_EMAIL, 'customer_by_email', ['7@example.com']],
  ])('%s: any page reads one index in its order', async (_name, statement, index, filter) => {
    for (const from of ['1970-01-01', '2025-02-20']) {
      const plan = planNodes(
        await explainAnalyze(client, statement, mode, ['big', from, '', PAGE, ...filter]),
      );
      expect(plan.map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan']);
      expect(plan[1]!['Index Name']).toBe(index);
      // A heap page per customer (and per contact with the email), and the index's depth and leaves.
      expect(plan[0]!['Shared Hit Blocks'] + plan[0]!['Shared Read Blocks']).toBeLessThanOrEqual(
        PAGE * 1.5 + 12,
      );
    }
  });

  test.each([
    ['alone', null],
    ['with an email', 'shop@example.com'],
  ])('customers of a list of ids, %s, are found by the primary key', async (_name, email) => {
    const ids = Array.from({ length: 100 }, (_, n) => `cus_${String(n * 190 + 1).padStart(26, '0')}`);
    const values = ['big', '1970-01-01', '', 101, email, `{${ids.join(',')}}`];
    const plan = planNodes(await explainAnalyze(client, LIST_BY_IDS, mode, values));
    expect(plan.flatMap((node) => node['Index Name'] ?? [])).toEqual(['customer_pkey']);
    expect(plan.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(plan[0]!['Shared Hit Blocks'] + plan[0]!['Shared Read Blocks']).toBeLessThanOrEqual(100 * 5);
  });

  test('versions of pages are read from one index only', async () => {
    const starts = ['{1970-01-01,2025-02-20}', '{"",""}', `{${PAGE},${PAGE}}`];
    const plan = planNodes(await explainAnalyze(client, LIST_VERSIONS, mode, ['big', ...starts]));
    const scans = plan.filter((node) => node['Index Name'] !== undefined);
    expect(scans.map((node) => [node['Node Type'], node['Index Name']])).toEqual([
      ['Index Only Scan', 'customer_by_update'],
    ]);
    expect(plan[0]!['Shared Hit Blocks'] + plan[0]!['Shared Read Blocks']).toBeLessThanOrEqual(2 * 12);
  });

  test.each([
    ['customers', 'customer', 'customer_by_update'],
    ['contacts', 'contact', 'contact_by_update'],
    ['erased people', 'erased', 'customer_erased'],
  ] as const)('the newest %s are read from their end', async (_name, kind, index) => {
    const statement = searchStatement({ kind, text: undefined, tag: undefined });
    const values = ['big', '9999-01-01', '', PAGE];
    const plan = planNodes(await explainAnalyze(client, statement, mode, values));
    expect(plan.map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan']);
    expect(plan[1]!['Index Name']).toBe(index);
    expect(plan[0]!['Shared Hit Blocks'] + plan[0]!['Shared Read Blocks']).toBeLessThanOrEqual(
      PAGE * 1.5 + 12,
    );
  });

  test('a search by text and tag uses their index', async () => {
    const text = readSearchText('c4ca4238');
    for (const tag of [undefined, 'vip']) {
      const statement = searchStatement({ kind: 'customer', text, tag });
      const values = ['big', '9999-01-01', '', PAGE, text!.pattern, ...(tag ? [tag] : [])];
      const plan = planNodes(await explainAnalyze(client, statement, mode, values));
      expect(plan.find((node) => node['Node Type'] === 'Bitmap Index Scan')?.['Index Name']).toBe(
        'customer_by_text',
      );
    }
  });

  test.each<[string, string | undefined]>([
    ['zz', undefined],
    ['zz', 'vip'],
    ['...', undefined],
    ['.a', undefined],
  ])(
    'a search for %j, which no index finds, scans the newest customers only (tag: %s)',
    async (rare, tag) => {
      const text = readSearchText(rare);
      const statement = searchStatement({ kind: 'customer', text, tag });
      const values = ['big', '9999-01-01', '', PAGE, text!.pattern, ...(tag ? [tag] : [])];
      const plan = planNodes(await explainAnalyze(client, statement, mode, values));
      expect(plan[1]).toMatchObject({ 'Node Type': 'Subquery Scan', 'Rows Removed by Filter': MAX_SCANNED });
      expect(plan.flatMap((node) => node['Index Name'] ?? [])).toEqual(['customer_by_update']);
    },
  );

  test('the owner of an email is found by its index', async () => {
    const plan = planNodes(await explainAnalyze(client, FIND_BY_EMAIL, mode, ['big', '7@example.com']));
    expect(plan.map((node) => node['Node Type'])).toEqual(['Limit', 'Sort', 'Index Scan']);
    expect(plan[2]!['Index Name']).toBe('customer_by_email');
  });

  test('a batch finds each key by the primary key', async () => {
    const ids = [7, 9_001, 19_001].map((n) => `cus_${String(n).padStart(26, '0')}`);
    const plan = planNodes(
      await explainAnalyze(client, BATCH_BY_KEY, mode, [
        '{big,big,big}',
        `{${ids.join(',')}}`,
        '{null,null,null}',
      ]),
    );
    const tables = plan.filter(
      (node) => node['Node Type'].endsWith('Scan') && node['Node Type'] !== 'Function Scan',
    );
    expect(tables.map((node) => node['Index Name'])).toEqual(['customer_pkey']);
  });
});
