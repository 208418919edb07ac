import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { loadInventory } from '../../local/demo/load.ts';
import { makeWorld } from '../../local/demo/world.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(new URL('../../../services/inventory/migrations/', import.meta.url));
  await loadInventory(database.url, makeWorld({ products: 300 }));
});
afterAll(() => database.drop());

const rows = async (sql: string): Promise<Record<string, unknown>[]> =>
  (await database.db.pool.query(sql)).rows as Record<string, unknown>[];

test('the ledger of the demo adds up to the on-hand stock', async () => {
  const wrong = await rows(`
    select * from stock_item left join (
      select store_id, shop_id, product_id, variant_id, sum(delta) as moved from stock_movement group by 1, 2, 3, 4
    ) m using (store_id, shop_id, product_id, variant_id)
    where on_hand <> coalesce(moved, 0)`);
  expect(wrong).toEqual([]);
});

test('the reserved stock of the demo equals the units of its open orders', async () => {
  const wrong = await rows(`
    select * from (select store_id, shop_id, product_id, variant_id, reserved from stock_item where reserved > 0) s
    full join (
      select store_id, shop_id, product_id, variant_id, sum(quantity) as held
      from reservation_line join reservation using (store_id, order_id) where state = 'reserved' group by 1, 2, 3, 4
    ) l using (store_id, shop_id, product_id, variant_id)
    where reserved is distinct from held`);
  expect(wrong).toEqual([]);
  const states = await rows('select state, count(*)::int as orders from reservation group by 1 order by 1');
  expect(states.map(({ state }) => state)).toEqual(['reserved', 'taken']);
});
