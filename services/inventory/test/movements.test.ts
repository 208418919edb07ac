import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MovementKind } from '@commerce/proto/commerce/inventory/v1/values.ts';
import type { ListMovementsRequest, StockMovement } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { productTombstone } from '../src/store/product.ts';
import { contextOf, outcomeOf, startService, type TestService } from './support/service.ts';
import { inconsistencies, item, newStore, product, stockOf, publishedStock } from './support/stock.ts';

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

const variants = [{ variantId: 'var_1', sku: 'S' }];
const stockedStore = () =>
  newStore(
    database.db,
    [product('prd_1'), product('prd_2', { variants }), product('prd_3', { draft: true })],
    [item('prd_1', null, 10, 4), item('prd_2', 'var_1', 3)],
  );
type Line = { productId: string; variantId?: string; quantity: number };
const transfer = (
  storeId: string,
  lines: Line[],
  { key = undefined as string | undefined, to = 'shp_2' } = {},
) =>
  service.client.transferStock(contextOf(storeId, key, JSON.stringify(lines)), {
    fromShopId: 'shp_1',
    toShopId: to,
    lines,
    reason: 'Refill',
  });

describe('TransferStock', () => {
  test('every line moves, with a movement and an event for each shop; a retry moves nothing more', async () => {
    const storeId = await stockedStore();
    await publishedStock(database.db, storeId);
    const lines = [
      { productId: 'prd_1', quantity: 2 },
      { productId: 'prd_2', variantId: 'var_1', quantity: 3 },
      { productId: 'prd_1', quantity: 4 },
    ];
    const { rows } = await transfer(storeId, lines, { key: 'k' });
    expect(rows.map((row) => [row.shopId, row.productId, row.variantId, row.onHand, row.available])).toEqual([
      ['shp_1', 'prd_1', undefined, 4, 0],
      ['shp_1', 'prd_2', 'var_1', 0, 0],
      ['shp_2', 'prd_1', undefined, 6, 6],
      ['shp_2', 'prd_2', 'var_1', 3, 3],
    ]);
    expect((await transfer(storeId, lines, { key: 'k' })).rows).toEqual(rows);
    expect(await stockOf(database.db, storeId)).toEqual({
      'shp_1/prd_1': [4, 4],
      'shp_1/prd_2/var_1': [0, 0],
      'shp_2/prd_1': [6, 0],
      'shp_2/prd_2/var_1': [3, 0],
    });
    expect(await publishedStock(database.db, storeId)).toHaveLength(4);
    const [newest] = await movementsOf(storeId, { productId: 'prd_1', shopId: 'shp_2' });
    expect(newest).toMatchObject({ kind: MovementKind.TRANSFER, delta: 6, onHand: 6, reason: 'Refill' });
    expect(await inconsistencies(database.db)).toEqual([]);
  });

  test('a transfer moves all lines or none, and leaves reserved units where they are', async () => {
    const storeId = await stockedStore();
    const lines = [
      { productId: 'prd_2', variantId: 'var_1', quantity: 1 },
      { productId: 'prd_1', quantity: 4 },
      { productId: 'prd_1', quantity: 3 },
    ];
    await expect(transfer(storeId, lines)).rejects.toMatchObject({
      code: 'conflict',
      details: [
        { reason: 'insufficient_stock', field: 'lines[1]' },
        { reason: 'insufficient_stock', field: 'lines[2]' },
      ],
    });
    expect(await stockOf(database.db, storeId)).toEqual({
      'shp_1/prd_1': [10, 4],
      'shp_1/prd_2/var_1': [3, 0],
    });
  });

  test('a transfer that does not name items of two shops is refused', async () => {
    const storeId = await stockedStore();
    const one = [{ productId: 'prd_1', quantity: 1 }];
    expect(await outcomeOf(transfer(storeId, one, { to: 'shp_1' }))).toBe('invalid_value');
    expect(await outcomeOf(transfer(storeId, one, { to: 'shp_9' }))).toBe('not_found');
    expect(await outcomeOf(transfer(storeId, []))).toBe('invalid_value');
    expect(await outcomeOf(transfer(storeId, [{ productId: 'prd_1', quantity: 0 }]))).toBe('invalid_value');
    expect(await outcomeOf(transfer(storeId, [{ productId: 'prd_9', quantity: 1 }]))).toBe('not_found');
    expect(await outcomeOf(transfer(storeId, [{ productId: 'prd_2', quantity: 1 }]))).toBe('missing');
  });

  test('concurrent transfers back and forth lose nothing', async () => {
    const storeId = await stockedStore();
    const there = { productId: 'prd_2', variantId: 'var_1', quantity: 1 };
    await transfer(storeId, [there]);
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        outcomeOf(
          service.client.transferStock(contextOf(storeId), {
            fromShopId: n % 2 ? 'shp_1' : 'shp_2',
            toShopId: n % 2 ? 'shp_2' : 'shp_1',
            lines: [there, { productId: 'prd_1', quantity: 1 }].slice(0, 1 + (n % 3 ? 1 : 0)),
          }),
        ),
      ),
    );
    const rows = await stockOf(database.db, storeId);
    expect(rows['shp_1/prd_2/var_1']![0] + rows['shp_2/prd_2/var_1']![0]).toBe(3);
    expect(await inconsistencies(database.db)).toEqual([]);
  });
});

type Filter = Partial<Omit<ListMovementsRequest, 'limit' | 'pageToken'>>;
async function movementsOf(storeId: string, filter: Filter, limit = 50): Promise<StockMovement[]> {
  const all: StockMovement[] = [];
  let pageToken: Buffer = Buffer.alloc(0);
  do {
    const page = await service.client.listMovements(contextOf(storeId), {
      kinds: [],
      ...filter,
      limit,
      pageToken,
    });
    expect(page.movements.length).toBeLessThanOrEqual(limit);
    all.push(...page.movements);
    pageToken = page.nextPageToken;
  } while (pageToken.length > 0);
  return all;
}

describe('ListMovements', () => {
  test('pages return the ledger of a shop or product, the newest first', async () => {
    const storeId = await stockedStore();
    for (let n = 1; n <= 7; n++)
      await service.client.adjustStock(contextOf(storeId), { shopId: 'shp_1', productId: 'prd_1', delta: n });
    await transfer(storeId, [{ productId: 'prd_1', quantity: 1 }]);
    const ofProduct = await movementsOf(storeId, { productId: 'prd_1' }, 2);
    expect(ofProduct.map(({ delta }) => delta).slice(2)).toEqual([7, 6, 5, 4, 3, 2, 1, 10]);
    const ids = ofProduct.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(await movementsOf(storeId, { shopId: 'shp_2' })).toMatchObject([
      { delta: 1, kind: MovementKind.TRANSFER },
    ]);
    expect(await movementsOf(storeId, { shopId: 'shp_1' }, 3)).toHaveLength(10);
    expect(await movementsOf(storeId, { shopId: 'shp_1', productId: 'prd_2' })).toHaveLength(1);
    expect(await movementsOf(await newStore(database.db), { productId: 'prd_1' })).toEqual([]);
    expect(await outcomeOf(movementsOf(storeId, {}))).toBe('missing');
    expect(ofProduct[2]).toMatchObject({ actor: { kind: 2, id: 'ins_a' }, onHand: 38 });
  });

  test('returns only the requested kinds, variant and period, page by page', async () => {
    const storeId = await stockedStore();
    const adjust = (delta: number, productId = 'prd_1', variantId?: string) =>
      service.client.adjustStock(contextOf(storeId), { shopId: 'shp_1', productId, variantId, delta });
    await adjust(1);
    await adjust(2, 'prd_2', 'var_1');
    await transfer(storeId, [{ productId: 'prd_1', quantity: 3 }]);
    await adjust(4);
    const deltas = async (filter: Filter, limit = 2) =>
      (await movementsOf(storeId, { shopId: 'shp_1', ...filter }, limit)).map(({ delta }) => delta);
    const whole = await deltas({});
    expect(whole.slice(0, 4)).toEqual([4, -3, 2, 1]);
    expect(await deltas({ kinds: [MovementKind.ADJUSTMENT] })).toEqual([4, 2, 1]);
    expect(await deltas({ kinds: [MovementKind.TRANSFER, MovementKind.ADJUSTMENT] }, 3)).toEqual([
      4, -3, 2, 1,
    ]);
    expect(await deltas({ kinds: [MovementKind.SALE] })).toEqual([]);
    expect(await deltas({ productId: 'prd_1', kinds: [MovementKind.TRANSFER] })).toEqual([-3]);
    expect(await deltas({ productId: 'prd_2', variantId: 'var_1' })).toEqual([2, 3]);
    expect(await deltas({ productId: 'prd_2', variantId: 'var_9' })).toEqual([]);
    const [newest] = await movementsOf(storeId, { shopId: 'shp_1' });
    const { createdAtMs } = newest!;
    for (const productId of [undefined, 'prd_1']) {
      expect(await deltas({ productId, sinceMs: createdAtMs + 1 })).toEqual([]);
      expect((await deltas({ productId, sinceMs: createdAtMs }))[0]).toBe(4);
      expect(await deltas({ productId, untilMs: createdAtMs })).not.toContain(4);
      expect((await deltas({ productId, untilMs: createdAtMs + 1 }))[0]).toBe(4);
      expect(await deltas({ productId, sinceMs: 0, untilMs: 1 })).toEqual([]);
    }
    expect(await outcomeOf(deltas({ kinds: [99 as MovementKind] }))).toBe('invalid_value');
  });

  test.each(['update stock_movement set delta = 1', 'delete from stock_movement'])(
    'the ledger is append only: %s',
    async (sql) => {
      await stockedStore();
      await expect(database.db.pool.query(sql)).rejects.toThrow('append only');
    },
  );
});

const key = (storeId: string, productId: string, variantId?: string, shopId = 'shp_1') => ({
  storeId,
  shopId,
  productId,
  variantId,
});

describe('BatchGetStockRows', () => {
  test('returns the rows in the order of the keys, of any store, with an empty row for an unknown or draft product', async () => {
    const [a, b] = [await stockedStore(), await stockedStore()];
    const { rows } = await service.client.batchGetStockRows(contextOf(''), {
      keys: [
        key(b, 'prd_2', 'var_1'),
        key(a, 'prd_9'),
        key(a, 'prd_1'),
        key(a, 'prd_3'),
        key(a, 'prd_1', undefined, 'shp_2'),
        key(a, 'prd_1', undefined, 'shp_9'),
        key(a, 'prd_2'),
        key(a, 'prd_2', 'var_9'),
      ],
    });
    expect(
      rows.map(({ shopId, productId, variantId, sku, onHand, available }) =>
        [shopId, productId, variantId, sku, onHand, available].join(' ').trim(),
      ),
    ).toEqual([
      'shp_1 prd_2 var_1 S 3 3',
      '0 0',
      'shp_1 prd_1   10 6',
      '0 0',
      'shp_2 prd_1   0 0',
      '0 0',
      '0 0',
      '0 0',
    ]);
  });
});

const two = ['var_1', 'var_2'].map((variantId) => ({ variantId, sku: null }));
const sumsOf = (storeId: string, productIds: string[]) =>
  service.client.sumStock(contextOf(storeId), { productIds });

describe('SumStock', () => {
  test('sums all shops and variants of each product, in the order asked, of this store only', async () => {
    const storeId = await newStore(
      database.db,
      [
        product('prd_1'),
        product('prd_2', { variants: two }),
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
