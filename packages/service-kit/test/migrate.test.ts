import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../src/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing/database.ts';
import { migrations } from './fixture/counters.ts';

let database: TestDatabase;
let folder: string;
const query = async (text: string) => (await database.db.pool.query(text)).rows;
const run = () => migrate(database.url, pathToFileURL(`${folder}/`), () => undefined, { kitTables: false });

beforeAll(async () => {
  database = await createTestDatabase(migrations);
  folder = mkdtempSync(path.join(process.env['TMPDIR'] ?? '/tmp', 'commerce-migrations-'));
  cpSync(migrations, folder, { recursive: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

test('a database whose migrations are unchanged takes the new ones', async () => {
  writeFileSync(path.join(folder, '9998_new.sql'), '-- Up Migration\ncreate table is_new ();\n');
  await Promise.all([run(), run()]);
  expect(await query('select from is_new')).toEqual([]);
  expect(await query('select name from schema_migration where sha256 is null')).toEqual([]);
});

test('a migration that has changed since it was applied is refused, before anything is applied', async () => {
  writeFileSync(path.join(folder, '9998_new.sql'), '-- Up Migration\ncreate table is_newer ();\n');
  writeFileSync(path.join(folder, '9999_newest.sql'), '-- Up Migration\ncreate table is_newest ();\n');
  await expect(run()).rejects.toThrow('Migration 9998_new has changed since this database applied it.');
  expect(await query(`select to_regclass('is_newest') as found`)).toEqual([{ found: null }]);
});

test('a database that was migrated before contents were recorded is refused', async () => {
  await query('alter table schema_migration drop column sha256');
  await expect(run()).rejects.toThrow('pnpm start --fresh');
});

test('a migration whose content was not recorded, because the process ended, is not refused', async () => {
  await query('alter table schema_migration add column sha256 text');
  await run();
  expect(await query(`select to_regclass('is_newest') as found`)).toEqual([{ found: 'is_newest' }]);
});
