import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { productTombstone } from '../src/store/product.ts';
import { contextOf, outcomeOf, startService, type TestService } from './support/service.ts';
import { item, newStore, product } from './support/stock.ts';

let database: TestDatabase;
let service: TestService;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = await startService(database.db);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const variants = ['var_1', 'var_2'].map((variantId) => ({ variantId, sku: null }));
const sumsOf = (storeId: string, productIds: string[]) =>
  service.client.sumStock(contextOf(storeId), { productIds });

describe('SumStock', () => {
  test('sums all shops and variants of each product, in the order asked, of this store only', async () => {
    const storeId = await newStore(
      database.db,
      [
        product('prd_1'),
        product('prd_2', { variants }),
        product('prd_3', { draft: true }),
        product('prd_4', { type: 'service' }),
        product('prd_5'),
      ],
      [
        item('prd_1', null, 10, 4),
        { ...item('prd_1', null, 2), shopId: 'shp_2' },
        item('prd_2', 'var_1', 3),
        item('prd_2', 'var_2', 0),
        item('prd_3', null, 1),
      ],
    );
    await newStore(database.db, [product('prd_9')], [item('prd_9', null, 7)]);
    const productIds = ['prd_5', 'prd_2', 'prd_1', 'prd_3', 'prd_4', 'prd_9', 'prd_z'];
    expect((await sumsOf(storeId, productIds)).sums).toEqual([
      { productId: 'prd_5', onHand: 0, available: 0 },
      { productId: 'prd_2', onHand: 3, available: 3 },
      { productId: 'prd_1', onHand: 12, available: 8 },
      { productId: 'prd_3', onHand: 1, available: 1 },
    ]);
    await productTombstone(database.db, storeId, { productId: 'prd_3', version: 2 });
    expect((await sumsOf(storeId, ['prd_3'])).sums).toEqual([]);
  });

  test('more than 100 products are refused', async () => {
    const ids = Array.from({ length: 101 }, (_, n) => `prd_${n}`);
    expect(await outcomeOf(sumsOf('sto_1', ids))).toBe('invalid_value');
  });
});
