import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statements, type Statement } from '@commerce/service-kit/db/statement.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { workspaceRoot } from '../build/workspace.ts';
import { serviceNames, type ServiceName } from '../local/services.ts';
import { unboundTables } from './support/store-binding.ts';

/** Unbound tables of statements by the statement's name, each with the reason. */
const UNBOUND: Record<string, [tables: string[], reason: string]> = {
  'installation-find-with-usage': [['store s'], 'the store itself, whose id is $1'],
  'installation-list-with-app': [
    ['app a', 'developer d', 'person p', 'installation_activity act'],
    'apps, developers and people belong to no store; auth is the service that is split last',
  ],
  'membership-list': [['person p'], 'as above'],
  'published-app-find': [['app a', 'developer d'], 'as above'],
  'published-app-list': [['app a', 'developer d'], 'as above'],
  'held_delivery-release': [['suspended_app s'], 'an app is suspended on all stores'],
  'product-search-by_change-find': [
    ['product_search s'],
    'one of the facets in $2 is the store, and a condition on the column would change the index that is read',
  ],
  'product-search-by_change-find_by_facets': [['product_search s'], 'as above'],
  'product-search-by_name-find': [['product_search s'], 'as above'],
  'product-search-by_name-find_by_facets': [['product_search s'], 'as above'],
};

/** Tables of the kit with a key that does not begin with `store_id`, each with the reason. */
const KIT_KEYS: Record<string, string> = {
  kit_schema_migration: 'of the database',
  schema_migration: 'of the database',
  mail_outbox: 'mails to people',
  parked_event: 'found by the id of the event',
};

/** Other tables with such a key by service, by the reason. */
const KEYS: Partial<Record<ServiceName, Record<string, string[]>>> = {
  auth: {
    'belongs to people, developers or the platform': [
      'app',
      'app_review',
      'audit_entry',
      'client_secret',
      'developer',
      'developer_invitation',
      'developer_member',
      'developer_sign_up',
      'mailed_token',
      'person',
      'review_message',
      'session',
      'signing_key',
    ],
    'found by its own id or hash before its store is known': [
      'authorization_code',
      'consent_request',
      'installation',
      'installation_activity',
      'invitation',
      'refresh_replay',
      'refresh_token',
      'store',
      'store_redaction',
    ],
    'listed by person': ['list_settings', 'membership'],
  },
  webhooks: {
    'belongs to an app, whose endpoint serves all its stores': [
      'api_request_batch',
      'api_request_failure',
      'api_request_hour',
      'attempt_hour',
      'attempt_hours_done',
      'endpoint',
      'secret_use',
      'suspended_app',
    ],
    'taken and found by app, or by its own id': [
      'attempt',
      'delivery',
      'event',
      'finished_delivery',
      'replay_item',
    ],
    'one row, about apps': ['delivery_turn'],
  },
};

/** Statements that are not bound to a store but read or change tables of stores, by the reason. */
const OVER_STORES: Record<string, string[]> = {
  'looks for due work, which is then taken by key': [
    'bulk_job-find-waiting',
    'erasure-list-due',
    'image_copy-list-due_stores',
    'order-list-due',
    'order_draft-list-unconfirmed',
    'outbox-lag',
    'outbox-list-next',
    'reservation-list-expired',
  ],
  'claims due work in a statement of its own; each server of a split runs it': [
    'bulk_job-lease',
    'image-take-unused',
  ],
  'deletes what is no longer needed, likewise': [
    'bulk_job-delete-ended',
    'idempotency_record-delete-expired',
    'image_copy-delete-unused',
    'image_upload_part-delete-old',
    'order_draft-delete-expired',
    'outbox-delete-many',
    'product_import-delete-old',
  ],
  'concurrent reads of several stores share it: each row is found by its store and id': [
    'customer-batch-by_key',
    'fan_out-list-states',
    'order-batch-by_key',
    'page_version-batch-by_store',
    'product-batch-by_key',
    'stock_item-batch-by_key',
  ],
  'the platform counts the orders of all stores': ['sales_of_day-list-of-all'],
  'an app reads and replays its deliveries of all its stores': [
    'feed_clock-lock-many',
    'held_delivery-list-next_of_app',
    'held_delivery-release-many',
    'replay_item-insert-failed',
    'suspended_store-list',
    'unsent_event-list',
  ],
};

/** Indexes of the kit's tables of stores that begin with another column: jobs look there for the work of all stores. */
const KIT_INDEXES = [
  'bulk_job_ended',
  'bulk_job_running',
  'idempotency_record_expired',
  'inbox_handled',
  'outbox_in_order',
];

/** Other such indexes by service, by the reason. */
const INDEXES_OVER_STORES: Partial<Record<ServiceName, Record<string, string[]>>> = {
  catalog: {
    'jobs look there for the work of all stores': [
      'image_by_unused',
      'image_upload_part_by_age',
      'product_import_by_age',
    ],
    'a GIN index, whose columns have no order; the store is one of the facets': ['product_search_by_words'],
  },
  inventory: { 'jobs look there for the work of all stores': ['reservation_expiring'] },
  orders: {
    'jobs look there for the work of all stores': ['order_by_expiry', 'order_draft_by_update'],
    'the platform counts the orders of all stores': ['sales_of_day_by_day'],
  },
  customers: {
    'jobs look there for the work of all stores': ['erasure_due'],
    'a GIN index, whose columns have no order': ['customer_by_text'],
  },
  webhooks: {
    'an app lists the events of all its stores': ['unsent_event_of_app'],
    'the deliveries of a restored app are released on all its stores': ['held_delivery_of_app'],
  },
};

interface Index {
  table: string;
  name: string;
  isUnique: boolean;
  /** The first column; null for an expression. */
  first: string | null;
}

const INDEXES = `
  select t.relname as "table", c.relname as name, i.indisunique as "isUnique", a.attname as first
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace
  left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
  where not t.relispartition`;

const isUnbound = (unbound: string) => tablesOfStores.has(unbound.split(' ')[0]!);

/** The tables of all services whose keys begin with `store_id`. */
const tablesOfStores = new Set<string>();
const databases = new Map<ServiceName, TestDatabase>();

beforeAll(async () => {
  const sources = glob(['services/*/src/**/*.ts', 'packages/service-kit/src/**/*.ts'], {
    cwd: workspaceRoot,
    exclude: (file) => file.includes('/generated/'),
  });
  for await (const file of sources) {
    const url = path.join(workspaceRoot, file);
    if (/tatement\(/.test(readFileSync(url, 'utf8'))) await import(pathToFileURL(url).href);
  }
  for (const service of serviceNames) {
    const migrations = pathToFileURL(path.join(workspaceRoot, 'services', service, 'migrations/'));
    const database = await createTestDatabase(migrations);
    databases.set(service, database);
    const { rows } = await database.db.pool.query<Index>(INDEXES);
    const keys = rows.filter(({ isUnique }) => isUnique);
    for (const { table } of keys)
      if (keys.every((key) => key.table !== table || key.first === 'store_id')) tablesOfStores.add(table);
  }
});
afterAll(async () => {
  for (const database of databases.values()) await database.drop();
});

const unboundByName = (among: Statement[]) =>
  Object.fromEntries(
    among
      .map(({ name, text }) => [name, unboundTables(text)] as const)
      .filter(([, tables]) => tables.length > 0),
  );

test('every table that a statement of a store reads or changes is bound to the store', () => {
  const ofStores = [...statements].filter((each) => 'scope' in each);
  expect(unboundByName(ofStores)).toEqual(
    Object.fromEntries(Object.entries(UNBOUND).map(([name, [tables]]) => [name, tables])),
  );
  expect(ofStores.length).toBeGreaterThan(150);
});

test('other statements over tables of stores are listed with the reason', () => {
  const others = [...statements].filter(
    (each) => !('scope' in each) && unboundTables(each.text).some(isUnbound),
  );
  const names = [...new Set(others.map(({ name }) => name))];
  expect(names.toSorted()).toEqual(Object.values(OVER_STORES).flat().toSorted());
});

describe('an unbound table is found', () => {
  test.each([
    ['select 1 from a join b on b.id = a.id where a.store_id = $1', ['b']],
    ['select 1 from a where store_id = $1 and exists (select from b where b.id = a.id)', ['b']],
    ['with c as (select id from a) select 1 from c join b on b.id = c.id where b.store_id = $1', ['a']],
    ['update a set x = 1 from b where a.id = b.id and b.store_id = $1', ['a']],
    ['delete from a where id in (select id from a where store_id = $1)', ['a']],
    ['select 1 from a where store_id = $1 or id = $2', ['a']],
    ['select 1 from a where store_id = $2 and id = $1', ['a']],
    ['select 1 from a where store_id = $1 union all select 1 from b', ['b']],
    [
      'insert into a (store_id) select store_id from json_populate_recordset(null::a, $2) r',
      ['json_populate_recordset r'],
    ],
    [
      'insert into a (x) select r.x from json_populate_recordset(null::a, $2) r join b on b.x = r.x where b.store_id = $1',
      ['json_populate_recordset r'],
    ],
  ])('%s', (sql, tables) => {
    expect(unboundTables(sql)).toEqual(tables);
  });

  test.each([
    'select 1 from a join b on b.store_id = a.store_id where (a.store_id, a.id) = ($1, $2)',
    'select 1 from a where store_id = $1 and exists (select from b where b.store_id = a.store_id)',
    'with c as (select id from a where store_id = $1) select 1 from c',
    'insert into a (store_id, x) select store_id, x from b where store_id = $1',
    'insert into a (store_id) select store_id from json_populate_recordset(null::a, $2) r where r.store_id = $1',
    'delete from a where store_id = $1 and not exists (select from json_populate_recordset(null::a, $2) r where r.id = a.id)',
    'update a set x = r.x from json_to_recordset($2) as r (id text, x text) where a.store_id = $1 and a.id = r.id',
  ])('none in %s', (sql) => {
    expect(unboundTables(sql)).toEqual([]);
  });
});

test.each(serviceNames)('the keys and indexes of the tables of %s begin with the store', async (service) => {
  const { rows } = await databases.get(service)!.db.pool.query<Index>(INDEXES);
  const others = rows.filter(({ first }) => first !== 'store_id');
  const keys = new Set(others.flatMap(({ table, isUnique }) => (isUnique ? [table] : [])));
  const expected = [...Object.keys(KIT_KEYS), ...Object.values(KEYS[service] ?? {}).flat()];
  expect([...keys].toSorted()).toEqual(expected.toSorted());
  // A table whose key may begin with another column may have indexes that do.
  const indexes = others.flatMap(({ table, name, isUnique }) => (isUnique || keys.has(table) ? [] : [name]));
  const expectedIndexes = [...KIT_INDEXES, ...Object.values(INDEXES_OVER_STORES[service] ?? {}).flat()];
  expect(indexes.toSorted()).toEqual(expectedIndexes.toSorted());
});
