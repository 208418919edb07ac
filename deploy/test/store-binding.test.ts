import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { storeStatements } from '@commerce/service-kit/db/statement.ts';
import { createTestDatabase } from '@commerce/service-kit/testing/database.ts';
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
    ],
    'taken and found by app, or by its own id': ['attempt', 'delivery', 'event', 'replay_item'],
  },
};

const KEYS_OF_TABLES = `
  select t.relname as "table", array_agg(a.attname::text order by k.position) as columns
  from pg_index i
  join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace
  join lateral unnest(i.indkey) with ordinality k (number, position) on true
  join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number
  where i.indisunique and not t.relispartition
  group by t.relname, i.indexrelid`;

describe('statements of a store', () => {
  beforeAll(async () => {
    const sources = glob(['services/*/src/**/*.ts', 'packages/service-kit/src/**/*.ts'], {
      cwd: workspaceRoot,
      exclude: (file) => file.includes('/generated/'),
    });
    for await (const file of sources) {
      const url = path.join(workspaceRoot, file);
      if (readFileSync(url, 'utf8').includes('storeStatement(')) await import(pathToFileURL(url).href);
    }
  });

  test('every table that a statement of a store reads or changes is bound to the store', () => {
    const unbound = [...storeStatements.values()]
      .map(({ name, text }) => [name, unboundTables(text)] as const)
      .filter(([, tables]) => tables.length > 0);
    expect(Object.fromEntries(unbound)).toEqual(
      Object.fromEntries(Object.entries(UNBOUND).map(([name, [tables]]) => [name, tables])),
    );
    expect(storeStatements.size).toBeGreaterThan(150);
  });
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
  ])('%s', (sql, tables) => {
    expect(unboundTables(sql)).toEqual(tables);
  });

  test.each([
    'select 1 from a join b on b.store_id = a.store_id where (a.store_id, a.id) = ($1, $2)',
    'select 1 from a where store_id = $1 and exists (select from b where b.store_id = a.store_id)',
    'with c as (select id from a where store_id = $1) select 1 from c',
    'insert into a (store_id, x) select store_id, x from b where store_id = $1',
    'update a set x = r.x from json_to_recordset($2) as r (id text, x text) where a.store_id = $1 and a.id = r.id',
  ])('none in %s', (sql) => {
    expect(unboundTables(sql)).toEqual([]);
  });
});

test.each(serviceNames)('the keys of the tables of %s begin with the store', async (service) => {
  const migrations = pathToFileURL(path.join(workspaceRoot, 'services', service, 'migrations/'));
  const database = await createTestDatabase(migrations);
  const { rows } = await database.db.pool.query<{ table: string; columns: string[] }>(KEYS_OF_TABLES);
  await database.drop();
  const others = rows.filter(({ columns }) => columns[0] !== 'store_id').map(({ table }) => table);
  const expected = [...Object.keys(KIT_KEYS), ...Object.values(KEYS[service] ?? {}).flat()];
  expect([...new Set(others)].toSorted()).toEqual(expected.toSorted());
});
