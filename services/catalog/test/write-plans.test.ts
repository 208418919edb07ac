import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProductEdit } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { explainAnalyze, planNodes } from '@commerce/service-kit/testing/explain.ts';
import { createTestDatabase, sentBy, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { brandDelete } from '../src/store/brand.ts';
import { LIST_BY_FILTER, LIST_BY_IDS, LIST_VERSIONS } from '../src/store/product-list.ts';
import { productFindByCode, productSearch } from '../src/store/product-search.ts';
import { productFindMany, productFindIdsBySlugs, productListIds } from '../src/store/product.ts';
import { productSaveMany } from '../src/store/product-write.ts';
import { productListToChange } from '../src/store/product-selection.ts';
import { openPrisma, type Prisma } from '../src/store/prisma.ts';
import { insertWithFreeSlug } from '../src/store/slug.ts';
import { productRecord, variant } from './support/products.ts';

const STORE = 'sto_1';
const ids = Array.from({ length: 5_000 }, (_, n) => `prd_${String(n).padStart(6, '0')}`);
let database: TestDatabase;
let prisma: Prisma;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  prisma = openPrisma(database.db);
  for (let from = 0; from < ids.length; from += 1_000)
    await productSaveMany(
      database.db,
      STORE,
      ids.slice(from, from + 1_000).map((id, n) => {
        const brandIds = [id < 'prd_002000' ? 'brd_1' : 'brd_2'];
        const updatedAtMs = Date.UTC(2026, 0) + (from + n) * 1_000;
        return productRecord(STORE, id, { brandIds, updatedAtMs, variants: [variant('var_1', 0)] });
      }),
    );
  // Enough rows of another store that a sequential scan is never the better plan.
  await database.db.pool.query(
    'alter table product_search drop constraint product_search_store_id_product_id_fkey',
  );
  for (let part = 0; part < 5; part++)
    await database.db.pool.query(
      `insert into product_search select 'sto_2', p.id || n, md5(p.id || n), md5(p.id || n), array['sto_2', 'status:active']
       from product p, generate_series(1, 8) n where right(p.id, 1)::integer % 5 = $1`,
      [part],
    );
  // As many rows, or a sequential scan would be the better plan.
  await database.db.pool.query(
    `insert into brand select store_id, id, name, slug, true, null, now() from product`,
  );
  await database.db.pool.query('analyze');
});
afterAll(() => database.drop());

/** Tables with a sequential scan in the plans of the statements that `run` executes. */
async function scannedTables(run: (db: Queryable) => Promise<unknown>): Promise<string[]> {
  const client = await database.db.pool.connect();
  const plans: string[] = [];
  try {
    await run({
      async rows<R>({ name, text }: Statement, values: unknown[]): Promise<R[]> {
        await client.query({ name, text: `explain ${text}`, values }).then(({ rows }) => {
          plans.push(...rows.map((row) => (row as { 'QUERY PLAN': string })['QUERY PLAN']));
        });
        return (await client.query(text, values)).rows as R[];
      },
    });
  } finally {
    client.release(true);
  }
  expect(plans.length).toBeGreaterThan(0);
  return plans.flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? []);
}

/** Runs the statement that a call through Prisma sends. */
const throughPrisma = (call: () => Promise<unknown>) => async (db: Queryable) =>
  db.rows(...(await sentBy(database.db, call)));

const edit = { ...ProductEdit.decode(new Uint8Array(0)), isActive: false };
const findSlug = (db: Queryable) =>
  insertWithFreeSlug(db, STORE, {
    entity: 'product',
    base: 'product-prd_000001',
    stamp: async () => new Date(0),
    insert: async () => true,
  });

const all = { selection: { by: { $case: 'all', value: true } as const }, edit };
const ofBrand = { selection: { by: { $case: 'brandId', value: 'brd_1' } as const }, edit };

/** The first page of a list. */
const PAGE = [STORE, new Date(0), '', 51];

/** Matches nothing in the walk, so that the index is tried too. */
const RARE = { words: ['raro', '990'], all: ['status:active'], any: [], soldAt: [] };

test.each([
  ['products by id with their variants', (db: Queryable) => productFindMany(db, STORE, ids.slice(0, 20))],
  ['versions of pages', (db: Queryable) => db.rows(LIST_VERSIONS, [STORE, [new Date(0)], [''], [51]])],
  [
    'a page of a barcode, and of every other filter',
    (db: Queryable) => db.rows(LIST_BY_FILTER, [...PAGE, 'cat_1', 'brd_1', 'SKU-1', '779', 'barcode', '779']),
  ],
  [
    'a page of ids',
    (db: Queryable) => db.rows(LIST_BY_IDS, [...PAGE, null, null, null, null, ids.slice(0, 100)]),
  ],
  [
    'a page of ids and every other filter',
    (db: Queryable) => db.rows(LIST_BY_IDS, [...PAGE, 'cat_1', 'brd_1', 'SKU-1', '779', ids.slice(0, 100)]),
  ],
  ['a free slug', findSlug],
  [
    'the next part of an edit of all',
    (db: Queryable) => productListToChange(db, STORE, all, ids[2_500]!, 200),
  ],
  [
    'the next part of an edit of a brand',
    (db: Queryable) => productListToChange(db, STORE, ofBrand, ids[10]!, 200),
  ],
  ['products by code', (db: Queryable) => productFindByCode(db, STORE, 'X')],
  ['products by slugs', (db: Queryable) => productFindIdsBySlugs(db, STORE, ['a', 'b'])],
  ['the next part of an export', throughPrisma(() => productListIds(prisma, STORE, ids[2_500]!, 50))],
  [
    'search by last change, by walk and by index',
    (db: Queryable) =>
      productSearch(db, STORE, {
        query: RARE,
        order: 'changed',
        after: [new Date(Date.UTC(9999, 0)), ''],
        limit: 51,
      }),
  ],
  [
    'search by name, by walk and by index',
    (db: Queryable) => productSearch(db, STORE, { query: RARE, order: 'name', after: ['', ''], limit: 51 }),
  ],
  ['use of a brand', (db: Queryable) => brandDelete(db, prisma, STORE, ids[0]!)],
])('%s: no statement scans a table', async (_case, run) => {
  expect(await scannedTables(run)).toEqual([]);
});

test.each(['force_generic_plan', 'force_custom_plan'])(
  'a page of ids finds them by the primary key, planned with %s',
  async (mode) => {
    const client = await database.db.pool.connect();
    const hundred = `{${ids.filter((_, n) => n % 50 === 0).join(',')}}`;
    const values = [STORE, '1970-01-01', '', 101, null, null, null, null, hundred];
    const plan = planNodes(await explainAnalyze(client, LIST_BY_IDS, mode, values));
    client.release();
    const scans = plan.flatMap(({ 'Index Name': index }) => index ?? []);
    expect(scans).toContain('product_pkey');
    expect(scans).not.toContain('product_by_update');
  },
);
