import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { AdjustStockRequest } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { systemClock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Fault } from '@commerce/service-kit/fault.ts';
import { createTestDatabase, TestPool, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { tombstoneProduct } from '../src/use-cases/tombstone-product.ts';
import definition from '../src/main.ts';
import { productTombstone } from '../src/store/product.ts';
import { contextOf, outcomeOf, startService, type TestService } from './support/service.ts';
import { inconsistencies, item, newStore, product, stockOf, publishedStock } from './support/stock.ts';

let database: TestDatabase;
/** With as many connections as a busy process. */
let db: Database;
let service: TestService;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  db = new TestPool(database.url, 20);
  service = await startService(db);
});
afterAll(async () => {
  await service.close();
  await db.close();
  await database.drop();
});

const adjust = (storeId: string, request: Partial<AdjustStockRequest>, key?: string) =>
  service.client.adjustStock(contextOf(storeId, key, JSON.stringify(request)), {
    shopId: 'shp_1',
    productId: 'prd_1',
    ...request,
  });
const movements = async (storeId: string) =>
  (
    await db.pool.query(
      'select delta, on_hand, kind, reason, actor_kind, actor_id from stock_movement where store_id = $1 order by id',
      [storeId],
    )
  ).rows;

/** A movement by the test's installation, as it is stored. */
const moved = (delta: number, on_hand: number, reason: string | null = null) => ({
  delta,
  on_hand,
  kind: 'adjustment',
  reason,
  actor_kind: 'installation',
  actor_id: 'ins_a',
});

const variants = [
  { variantId: 'var_1', sku: 'S' },
  { variantId: 'var_2', sku: null },
];

describe('AdjustStock', () => {
  test('adding, taking and counting units changes the row, the ledger and the event alike', async () => {
    const storeId = await newStore(db, [product('prd_1', { sku: 'MUG' })]);
    await publishedStock(db, storeId);
    const row = { shopId: 'shp_1', productId: 'prd_1', variantId: undefined, sku: 'MUG' };
    const steps = [
      [{ delta: 5 }, 5],
      [{ delta: -2, reason: 'Broken' }, 3],
      [{ set: 40 }, 40],
      [{ set: 0 }, 0],
      [{ delta: 1_000_000_000 }, 1_000_000_000],
    ] as const;
    for (const [request, onHand] of steps)
      expect(await adjust(storeId, request)).toEqual({ row: { ...row, onHand, available: onHand } });
    expect(await movements(storeId)).toEqual([
      moved(5, 5),
      moved(-2, 3, 'Broken'),
      moved(37, 40),
      moved(-40, 0),
      moved(1_000_000_000, 1_000_000_000),
    ]);
    const published = await publishedStock(db, storeId);
    expect(published.map(({ onHand, version }) => [onHand, version])).toEqual([
      [5, 1],
      [3, 2],
      [40, 3],
      [0, 4],
      [1_000_000_000, 5],
    ]);
    expect(published[0]).toMatchObject({ ...row, type: 'stock.changed', subjectId: 'prd_1', available: 5 });
    expect(published[0]!.actor).toMatchObject({ id: 'ins_a', appId: 'app_a' });
  });

  test('setting the present count adds no movement and publishes nothing, even for an item that was never stocked', async () => {
    const storeId = await newStore(db, [product('prd_1'), product('prd_2')], [item('prd_1', null, 4)]);
    expect((await adjust(storeId, { set: 4 })).row).toMatchObject({ onHand: 4 });
    expect((await adjust(storeId, { set: 0, productId: 'prd_2' })).row).toMatchObject({ onHand: 0 });
    expect(await movements(storeId)).toHaveLength(1);
    expect(await publishedStock(db, storeId)).toEqual([]);
    expect(await stockOf(db, storeId)).toEqual({ 'shp_1/prd_1': [4, 0] });
  });

  test('an adjustment below zero or below the reserved units is refused, with both numbers in the message', async () => {
    const storeId = await newStore(db, [product('prd_1'), product('prd_2')], [item('prd_1', null, 7, 2)]);
    for (const request of [{ delta: -6 }, { delta: -8 }, { set: 1 }])
      await expect(adjust(storeId, request)).rejects.toMatchObject({
        code: 'conflict',
        details: [
          {
            reason: 'insufficient_stock',
            message: expect.stringMatching(/^7 on hand, 2 reserved: cannot (set stock to|take) \d+\.$/),
          },
        ],
      });
    expect(await outcomeOf(adjust(storeId, { delta: -1, productId: 'prd_2' }))).toBe('insufficient_stock');
    expect((await adjust(storeId, { delta: -5 })).row).toMatchObject({ onHand: 2, available: 0 });
    expect((await publishedStock(db, storeId)).map(({ onHand, available }) => [onHand, available])).toEqual([
      [2, 0],
    ]);
  });

  test('a variant is required exactly for products with variants, and services are refused', async () => {
    const storeId = await newStore(db, [
      product('prd_1', { variants }),
      product('prd_2'),
      product('prd_3', { type: 'service' }),
    ]);
    const wrong = [
      [{ delta: 1 }, 'missing', 'variant'],
      [{ delta: 1, variantId: 'var_9' }, 'invalid_value', 'variant'],
      [{ delta: 1, productId: 'prd_2', variantId: 'var_1' }, 'invalid_value', 'variant'],
      [{ delta: 1, productId: 'prd_3' }, 'invalid_value', 'product'],
    ] as const;
    for (const [request, reason, field] of wrong)
      await expect(adjust(storeId, request)).rejects.toMatchObject({
        code: 'invalid_request',
        details: [{ reason, field }],
      });
    expect((await adjust(storeId, { delta: 1, variantId: 'var_1' })).row).toMatchObject({
      variantId: 'var_1',
      sku: 'S',
    });
    expect((await adjust(storeId, { delta: 1, variantId: 'var_2' })).row).toMatchObject({ sku: undefined });
  });

  test('invalid quantities and reasons are refused', async () => {
    const storeId = await newStore(db, [product('prd_1')]);
    const wrong = [
      [{}, 'delta'],
      [{ delta: 1, set: 1 }, 'set'],
      [{ delta: 0 }, 'delta'],
      [{ delta: 1_000_000_001 }, 'delta'],
      [{ set: -1 }, 'set'],
      [{ set: 1_000_000_001 }, 'set'],
      [{ delta: 1, reason: '' }, 'reason'],
      [{ delta: 1, reason: 'x'.repeat(201) }, 'reason'],
    ] as const;
    for (const [request, field] of wrong)
      await expect(adjust(storeId, request)).rejects.toMatchObject({
        code: 'invalid_request',
        details: [{ field }],
      });
    await adjust(storeId, { set: 1_000_000_000 });
    expect(await outcomeOf(adjust(storeId, { delta: 1 }))).toBe('invalid_value');
  });
});

describe('AdjustStock with a stale projection', () => {
  test('catalog is asked once for an unknown product or shop before the refusal', async () => {
    const storeId = await newStore(db, [product('prd_1')]);
    const before = service.catalog.calls;
    expect(await outcomeOf(adjust(storeId, { delta: 1, productId: 'prd_9' }))).toBe('not_found');
    expect(service.catalog.calls).toBe(before + 1);
    expect(await outcomeOf(adjust(storeId, { delta: 1, shopId: 'shp_9' }))).toBe('not_found');
    expect(await stockOf(db, storeId)).toEqual({});
  });

  test('a product that only catalog knows is adjusted before its event arrives', async () => {
    const storeId = `sto_fresh`;
    service.catalog.shops.set(storeId, ['shp_1']);
    const facts = { productId: 'prd_1', version: 1, isDraft: false, type: ProductType.SIMPLE };
    service.catalog.products.set(storeId, [
      { ...facts, categoryIds: [], brandIds: [], variants: [], shopIds: [] },
    ]);
    expect((await adjust(storeId, { delta: 3 }, 'k')).row).toMatchObject({ onHand: 3 });
    expect((await adjust(storeId, { delta: 3 }, 'k')).row).toMatchObject({ onHand: 3 });
    expect(await stockOf(db, storeId)).toEqual({ 'shp_1/prd_1': [3, 0] });
  });

  test('a recorded refusal is returned while catalog is down, and an unknown product is unavailable', async () => {
    const storeId = await newStore(db, [product('prd_1')]);
    const unknown = { delta: 1, productId: 'prd_9' };
    expect(await outcomeOf(adjust(storeId, unknown, 'k'))).toBe('not_found');
    service.catalog.isDown = true;
    try {
      expect(await outcomeOf(adjust(storeId, unknown, 'k'))).toBe('not_found');
      expect(await outcomeOf(adjust(storeId, unknown, 'l'))).toBe('unavailable');
      expect(await outcomeOf(adjust(storeId, { ...unknown, delta: 0 }))).toBe('invalid_value');
      expect((await adjust(storeId, { delta: 1 })).row).toMatchObject({ onHand: 1 });
    } finally {
      service.catalog.isDown = false;
    }
    expect(await outcomeOf(adjust(storeId, unknown, 'l'))).toBe('not_found');
  });

  test('drafts, deleted products and products of other stores are not found', async () => {
    const storeId = await newStore(db, [product('prd_1', { draft: true }), product('prd_2')]);
    await productTombstone(db, storeId, { productId: 'prd_2', version: 2 });
    await newStore(db, [product('prd_3')]);
    for (const productId of ['prd_1', 'prd_2', 'prd_3'])
      expect(await outcomeOf(adjust(storeId, { delta: 1, productId }))).toBe('not_found');
  });

  test('a refusal names both the unknown shop and the unknown product', async () => {
    const storeId = await newStore(db, [product('prd_1')]);
    const missing = (request: object) =>
      adjust(storeId, { delta: 1, ...request }).then(
        () => [],
        (fault: Fault) => fault.details.map(({ field }) => field),
      );
    expect(await missing({ shopId: 'shp_9' })).toEqual(['shop']);
    expect(await missing({ productId: 'prd_9' })).toEqual(['product']);
    expect(await missing({ shopId: 'shp_9', productId: 'prd_9' })).toEqual(['shop', 'product']);
  });
});

describe('concurrent adjustments', () => {
  test('of 200 that take one of 100 units, exactly 100 succeed and are in the ledger', async () => {
    const storeId = await newStore(db, [product('prd_1')], [item('prd_1', null, 100)]);
    await publishedStock(db, storeId);
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, n) => outcomeOf(adjust(storeId, { delta: -1 }, `k${n}`))),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(100);
    expect(outcomes.filter((outcome) => outcome === 'insufficient_stock')).toHaveLength(100);
    expect(await stockOf(db, storeId)).toEqual({ 'shp_1/prd_1': [0, 0] });
    expect((await movements(storeId)).map(({ on_hand }) => on_hand)).toEqual(
      Array.from({ length: 101 }, (_, n) => 100 - n),
    );
    const published = await publishedStock(db, storeId);
    expect(published.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, n) => n + 2),
    );
    for (const { onHand, version } of published) expect(onHand).toBe(101 - version);
  });

  test('100 first adjustments of a product, by delta and by count, all take effect', async () => {
    const storeId = await newStore(db, [product('prd_1')]);
    await Promise.all(Array.from({ length: 100 }, () => adjust(storeId, { delta: 2 })));
    expect(await stockOf(db, storeId)).toEqual({ 'shp_1/prd_1': [200, 0] });
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => adjust(storeId, n % 2 ? { set: n } : { delta: 7 })),
    );
    expect(await inconsistencies(db)).toEqual([]);
  });

  test('retries with one idempotency key take effect once', async () => {
    const storeId = await newStore(db, [product('prd_1')], [item('prd_1', null, 10)]);
    await publishedStock(db, storeId);
    const storm = await Promise.all(
      Array.from({ length: 40 }, () => outcomeOf(adjust(storeId, { delta: -3 }, 'storm'))),
    );
    expect(new Set(storm)).toEqual(
      new Set(storm.includes('idempotency_in_progress') ? ['done', 'idempotency_in_progress'] : ['done']),
    );
    expect((await adjust(storeId, { delta: -3 }, 'storm')).row).toMatchObject({ onHand: 7 });
    expect(await stockOf(db, storeId)).toEqual({ 'shp_1/prd_1': [7, 0] });
    expect(await publishedStock(db, storeId)).toHaveLength(1);
  });

  test('a refusal is recorded with its key, so more stock does not change it', async () => {
    const storeId = await newStore(db, [product('prd_1')], [item('prd_1', null, 1)]);
    expect(await outcomeOf(adjust(storeId, { delta: -2 }, 'r'))).toBe('insufficient_stock');
    await adjust(storeId, { delta: 5 });
    expect(await outcomeOf(adjust(storeId, { delta: -2 }, 'r'))).toBe('insufficient_stock');
    expect(await outcomeOf(adjust(storeId, { delta: -1 }, 'r'))).toBe('idempotency_conflict');
    expect(await stockOf(db, storeId)).toEqual({ 'shp_1/prd_1': [6, 0] });
  });

  test('a deletion leaves nothing on hand, whatever its order among concurrent adjustments', async () => {
    const storeId = await newStore(db, [product('prd_1')], [item('prd_1', null, 5)]);
    const ctx = contextOf(storeId);
    const outcomes = await Promise.all([
      ...Array.from({ length: 10 }, () => outcomeOf(adjust(storeId, { delta: 1 }))),
      service.deps.writer.change(ctx, (unit) =>
        tombstoneProduct(unit, ctx, systemClock, { productId: 'prd_1', version: 2 }),
      ),
      ...Array.from({ length: 30 }, () => outcomeOf(adjust(storeId, { delta: 1 }))),
    ]);
    expect(outcomes).toContain('not_found');
    expect(await stockOf(db, storeId)).toEqual({});
    const ledger = await movements(storeId);
    expect(ledger.at(-1)).toMatchObject({ on_hand: 0, reason: 'The product was deleted.' });
  });
});
