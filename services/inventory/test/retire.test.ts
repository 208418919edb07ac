import { describe, expect, test } from 'vitest';
import { OrderStock_State } from '@commerce/proto/commerce/orders/v1/events.ts';
import { waitingForLocks } from '@commerce/service-kit/testing/database.ts';
import { reserveOrderStock } from '../src/use-cases/reserve-order-stock.ts';
import { contextOf, outcomeOf } from './support/service.ts';
import { orderWorld, stock } from './support/orders.ts';
import { inconsistencies, stockOf, publishedStock } from './support/stock.ts';

const world = orderWorld();
const { TAKEN, RELEASED } = OrderStock_State;

describe('RetireProduct', () => {
  test('a product with reserved units cannot be retired, and a retired one cannot be reserved for a minute', async () => {
    const storeId = await world.stockedStore();
    await world.reserveFor(storeId, 'ord_1', ['prd_1', 2]);
    expect(await outcomeOf(world.retire(storeId, 'prd_1'))).toBe('has_reservations');
    await world.set(storeId, 'ord_1', 1, TAKEN);
    await world.retire(storeId, 'prd_1');
    await world.retire(storeId, 'prd_1');
    await expect(world.reserveFor(storeId, 'ord_2', ['prd_2', 1], ['prd_1', 1])).rejects.toMatchObject({
      details: [
        {
          reason: 'insufficient_stock',
          field: 'lines[1]',
          message: expect.stringMatching(/prd_1.*being deleted/),
        },
      ],
    });
    world.pass(60_000);
    await world.reserveFor(storeId, 'ord_2', ['prd_1', 1]);
  });

  test('an unknown product is not found, and a deleted one is already retired', async () => {
    const storeId = await world.stockedStore();
    expect(await outcomeOf(world.retire(storeId, 'prd_7'))).toBe('not_found');
    await world.tombstone(storeId, 'prd_1');
    expect(await outcomeOf(world.retire(storeId, 'prd_1'))).toBe('done');
  });

  test('of a concurrent retirement and reservation exactly one succeeds', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 40; round++) {
      const storeId = await world.stockedStore();
      const retiring = outcomeOf(world.retire(storeId, 'prd_1'));
      const reserving = outcomeOf(world.reserveFor(storeId, 'ord_1', ['prd_2', 1], ['prd_1', 1]));
      const outcome = await Promise.all(
        round % 2 ? [retiring, reserving] : [reserving, retiring].toReversed(),
      );
      seen.add(outcome.join(' '));
      const won = outcome[1] === 'done';
      expect(await stockOf(world.db, storeId)).toEqual(won ? stock([10, 1], [5, 1]) : stock([10, 0], [5, 0]));
    }
    for (const outcome of seen)
      expect(['done insufficient_stock', 'has_reservations done']).toContain(outcome);
  });

  test('variants with reserved units cannot be retired, and retiring variants marks nothing', async () => {
    const storeId = await world.stockedStore();
    await world.reserveFor(storeId, 'ord_1', ['prd_1', 2]);
    const retire = (variantIds: string[]) => outcomeOf(world.retire(storeId, 'prd_1', variantIds));
    // Stock without variants has an empty variant id.
    expect(await retire(['var_1', ''])).toBe('has_reservations');
    expect(await retire(['var_1'])).toBe('done');
    expect(await outcomeOf(world.reserveFor(storeId, 'ord_2', ['prd_1', 1]))).toBe('done');
  });

  test('a retirement waits for a concurrent reservation and sees it', async () => {
    const storeId = await world.stockedStore();
    const released = Promise.withResolvers<void>();
    const ctx = contextOf(storeId);
    const lines = [{ shopId: 'shp_1', productId: 'prd_1', variantId: '', field: 'lines[0]', quantity: 1 }];
    const made = Promise.withResolvers<void>();
    const reserving = world.service.deps.writer.change(ctx, async (unit) => {
      await reserveOrderStock(unit, ctx, world.clock, {
        orderId: 'ord_1',
        lines,
        expiresAtMs: world.clock.now() + 1_000,
      });
      made.resolve();
      await released.promise;
    });
    await made.promise;
    const retiring = outcomeOf(world.retire(storeId, 'prd_1'));
    await waitingForLocks(world.db, 1);
    released.resolve();
    await reserving;
    expect(await retiring).toBe('has_reservations');
  });
});

describe('deletion of a product', () => {
  test('a deletion closes the ledger, removes the stock from lists and blocks reservations', async () => {
    const storeId = await world.stockedStore();
    await world.tombstone(storeId, 'prd_1');
    expect(await stockOf(world.db, storeId)).toEqual({ 'shp_1/prd_2': [5, 0] });
    expect(await publishedStock(world.db, storeId)).toEqual([]);
    const list = await world.service.client.listStock(contextOf(storeId), {
      shopId: 'shp_1',
      productId: undefined,
      limit: 50,
      pageToken: Buffer.alloc(0),
    });
    expect(list.rows.map(({ productId }) => productId)).toEqual(['prd_2']);
    expect(await outcomeOf(world.reserveFor(storeId, 'ord_1', ['prd_1', 1]))).toBe('insufficient_stock');
    expect(await inconsistencies(world.db)).toEqual([]);
  });

  test('reserved units stay until their order is done, and returned units are kept', async () => {
    const storeId = await world.stockedStore();
    await world.reserveFor(storeId, 'ord_1', ['prd_1', 2]);
    await world.reserveFor(storeId, 'ord_2', ['prd_1', 3]);
    await world.set(storeId, 'ord_2', 1, TAKEN);
    await world.tombstone(storeId, 'prd_1');
    expect(await stockOf(world.db, storeId)).toEqual(stock([2, 2], [5, 0]));
    await world.set(storeId, 'ord_1', 1, TAKEN);
    await world.set(storeId, 'ord_2', 2, RELEASED);
    expect(await stockOf(world.db, storeId)).toEqual(stock([3, 0], [5, 0]));
    expect(await inconsistencies(world.db)).toEqual([]);
  });
});
