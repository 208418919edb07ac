import { cp, mkdir, rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '@commerce/service-kit/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { inconsistencies } from './support/stock.ts';

// Beside the migrations, so that the kit's own are found from there.
const older = new URL('../.older-migrations/', import.meta.url);
let database: TestDatabase;

beforeAll(async () => {
  await mkdir(older, { recursive: true });
  await cp(new URL('0001_inventory.sql', definition.migrations), new URL('0001_inventory.sql', older));
  database = await createTestDatabase(older);
});
afterAll(async () => {
  await database.drop();
  await rm(older, { recursive: true, force: true });
});

test('stock that was there before the ledger gets its first line, and what was reserved a reservation', async () => {
  const { pool } = database.db;
  await pool.query(`
    insert into product (store_id, id, is_draft, version) values ('sto_1', 'prd_1', false, 1), ('sto_1', 'prd_2', false, 1);
    insert into stock_item (store_id, shop_id, product_id, variant_id, on_hand, reserved) values
      ('sto_1', 'shp_1', 'prd_1', '', 10, 4), ('sto_1', 'shp_1', 'prd_2', 'var_1', 2, 3), ('sto_1', 'shp_2', 'prd_1', '', 0, 0);
  `);
  await migrate(database.url, definition.migrations, () => undefined);
  expect(await inconsistencies(database.db)).toEqual([]);
  const { rows } = await pool.query('select on_hand, reserved from stock_item order by shop_id, product_id');
  expect(rows).toEqual([
    { on_hand: 10, reserved: 4 },
    { on_hand: 2, reserved: 2 },
    { on_hand: 0, reserved: 0 },
  ]);
  const ledger = await pool.query(
    'select product_id, delta, kind, actor_kind from stock_movement order by 1',
  );
  expect(ledger.rows).toEqual([
    { product_id: 'prd_1', delta: 10, kind: 'initial', actor_kind: 'system' },
    { product_id: 'prd_2', delta: 2, kind: 'initial', actor_kind: 'system' },
  ]);
});
