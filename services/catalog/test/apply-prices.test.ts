import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { ProductsBulkUpdated, ProductsChanged } from '@commerce/proto/commerce/catalog/v1/events.ts';
import type { PriceCopy } from '@commerce/proto/commerce/catalog/v1/price_copy.ts';
import { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { BulkPricesFinished, PricesChanged } from '@commerce/proto/commerce/pricing/v1/events.ts';
import { systemClock } from '@commerce/service-kit/clock.ts';
import { storeStamp } from '@commerce/service-kit/db/stamp.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { pricingEvents } from '../src/events/consume/pricing.ts';
import {
  change,
  contextOf,
  found,
  newProduct,
  newStore,
  newVariant,
  refusal,
  startService,
  variantChange,
  versionsOf,
  type TestService,
} from './support/service.ts';

let service: TestService;
beforeAll(async () => (service = await startService()));
afterAll(() => service.close());

const create = async (store: string, fields: Parameters<typeof newProduct>[1] = {}) => {
  const { product } = await service.client.createProduct(contextOf(store), newProduct('Remera', fields));
  await service.events();
  return product!;
};
const copy = (productId: string, version: number, priceCentavos = version * 100): PriceCopy => ({
  productId,
  version,
  priceCentavos,
  costCentavos: priceCentavos / 2,
  variants: [],
});
const apply = async (store: string, prices: PriceCopy[]) =>
  (await service.client.applyPrices(contextOf(store), { prices })).products;

/** Handles an event of pricing like the consumer. */
async function consume(type: string, store: string, payload: Uint8Array): Promise<void> {
  const { handlers } = pricingEvents({ prisma: service.prisma, stamp: storeStamp(systemClock) });
  const ctx = contextOf(store);
  const event = { ...Event.decode(new Uint8Array(0)), storeId: store, payload: Buffer.from(payload) };
  await service.writer.change(ctx, (unit) => handlers[type]!(unit, event, ctx));
}
const changed = (store: string, prices: PriceCopy[], bulkOperationId?: string) =>
  consume('prices.changed', store, PricesChanged.encode({ prices, bulkOperationId }).finish());
const finished = (store: string, bulkOperationId: string, count: number) =>
  consume('prices.bulk_finished', store, BulkPricesFinished.encode({ bulkOperationId, count }).finish());

describe('prices of pricing', () => {
  test('prices are copied to product and variants, stamped, and published by the actor of the call', async () => {
    const store = newStore();
    const product = await create(store, {
      variants: [newVariant({ Talle: 'M' }), newVariant({ Talle: 'L' })],
    });
    const [medium, large] = product.variants;
    const [after] = await apply(store, [
      {
        ...copy(product.id, 1, 90_00),
        compareAtPriceCentavos: 99_00,
        variants: [
          { variantId: medium!.id, priceCentavos: 100_00, compareAtPriceCentavos: 120_00, costCentavos: 7 },
          { variantId: newId('var'), priceCentavos: 1, compareAtPriceCentavos: undefined, costCentavos: 1 },
        ],
      },
    ]);
    expect(after).toEqual({
      ...product,
      priceCentavos: 90_00,
      compareAtPriceCentavos: 99_00,
      costCentavos: 45_00,
      updatedAtMs: after!.updatedAtMs,
      variants: [
        { ...medium, priceCentavos: 100_00, compareAtPriceCentavos: 120_00, costCentavos: 7 },
        large,
      ],
    });
    expect(after!.updatedAtMs).toBeGreaterThan(product.updatedAtMs);
    expect(await found(service, store, product.id)).toEqual(after);
    const events = await service.events();
    expect(versionsOf(events)).toEqual([['product.updated', 2]]);
    expect(events[0]!.actor).toMatchObject({ id: 'ins_a' });
  });

  test('the base price follows the variants that are active at once', async () => {
    const store = newStore();
    const { id, variants } = await create(store, {
      variants: [newVariant({ Talle: 'M' }), newVariant({ Talle: 'L' })],
    });
    const [medium, large] = variants.map((one) => one.id);
    const prices = { compareAtPriceCentavos: undefined, costCentavos: undefined };
    const copied = [medium!, large!].map((variantId, at) => ({
      variantId,
      priceCentavos: 100_00 * (at + 1),
      ...prices,
    }));
    await apply(store, [{ ...copy(id, 1, 100_00), variants: copied }]);
    const priceWith = async (variant: string, isActive: boolean) => {
      const request = change(id, { variants: [variantChange(variant, { isActive })] });
      return (await service.client.updateProduct(contextOf(store), request)).product!.priceCentavos;
    };
    expect(await priceWith(medium!, false)).toBe(200_00);
    expect(await priceWith(large!, false)).toBe(100_00);
    expect(await priceWith(large!, true)).toBe(200_00);
  });

  test('older prices change nothing, and the call and the event together apply them once', async () => {
    const store = newStore();
    const product = await create(store);
    const [after] = await apply(store, [copy(product.id, 5)]);
    expect(await apply(store, [copy(product.id, 4)])).toEqual([after]);
    await changed(store, [copy(product.id, 5)]);
    expect(await found(service, store, product.id)).toEqual(after);
    expect(versionsOf(await service.events())).toEqual([['product.updated', 2]]);
    await changed(store, [copy(product.id, 6)]);
    expect(versionsOf(await service.events())).toEqual([['product.updated', 3]]);
    expect(await found(service, store, product.id)).toMatchObject({ priceCentavos: 600 });
  });

  test('prices that arrive in any order end with the newest', async () => {
    const store = newStore();
    const versions = fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(versions, fc.array(fc.boolean(), { minLength: 6 }), async (order, byCall) => {
        const { id } = await create(store);
        for (const [at, version] of order.entries())
          await (byCall[at] ? apply(store, [copy(id, version)]) : changed(store, [copy(id, version)]));
        expect((await found(service, store, id))!.priceCentavos).toBe(Math.max(...order) * 100);
      }),
      { numRuns: 20 },
    );
  });

  test('the response has the order of the request, empty for unknown and deleted products and those of other stores', async () => {
    const store = newStore();
    const [one, two, gone] = [await create(store), await create(store), await create(store)];
    await service.client.deleteProduct(contextOf(store), { id: gone.id, includeDrafts: false });
    const other = await create(newStore());
    const answer = await apply(
      store,
      [two.id, newId('prd'), gone.id, other.id, one.id].map((id) => copy(id, 1)),
    );
    expect(answer.map(({ id }) => id)).toEqual([two.id, '', '', '', one.id]);
    expect(new Set(answer.map(({ updatedAtMs }) => updatedAtMs)).size).toBe(2);
    expect(await found(service, other.id, other.id)).toBeUndefined();
  });

  test('prices of a bulk operation are published to other services only, as parts of it', async () => {
    const store = newStore();
    const product = await create(store);
    const prices = [copy(product.id, 1)];
    for (let n = 0; n < 2; n++)
      await service.client.applyPrices(contextOf(store), { prices, bulkOperationId: 'job_1' });
    const events = await service.events();
    expect(events.map(({ type, subjectId }) => [type, subjectId])).toEqual([['products.changed', 'job_1']]);
    expect((await found(service, store, product.id))!.priceCentavos).toBe(100);
  });

  test('prices of a draft are published to other services only', async () => {
    const store = newStore();
    const draft = await create(store, { draft: true });
    await apply(store, [copy(draft.id, 1)]);
    expect(versionsOf(await service.events())).toEqual([['product.drafted', 2]]);
  });

  test('prices with a product twice, or with too many products, are refused', async () => {
    const store = newStore();
    const { id } = await create(store);
    expect(await refusal(apply(store, [copy(id, 1), copy(id, 2)]))).toEqual(['invalid_value prices']);
    const many = Array.from({ length: 1_001 }, (_, n) => copy(`prd_${n}`, 1));
    expect(await refusal(apply(store, many))).toEqual(['invalid_value prices']);
  });
});

const setUp = async () => {
  const store = newStore();
  const products = [await create(store), await create(store), await create(store)];
  return { store, ids: products.map(({ id }) => id), operation: newId('job') };
};
const types = async () => (await service.events()).map(({ type, payload }) => ({ type, payload }));

describe('an operation on very many prices', () => {
  test('each part is published to other services, and the operation once to apps, from the time of its first part', async () => {
    const { store, ids, operation } = await setUp();
    await changed(store, [copy(ids[0]!, 1), copy(ids[1]!, 1)], operation);
    await changed(store, [copy(ids[2]!, 1)], operation);
    const firstAtMs = (await found(service, store, ids[0]!))!.updatedAtMs;
    await finished(store, operation, 3);
    const events = await types();
    expect(events.map(({ type }) => type)).toEqual([
      'products.changed',
      'products.changed',
      'products.bulk_updated',
    ]);
    expect(ProductsChanged.decode(events[0]!.payload).products).toMatchObject([
      { productId: ids[0], version: 2 },
      { productId: ids[1], version: 2 },
    ]);
    expect(ProductsBulkUpdated.decode(events[2]!.payload)).toEqual({ count: 3, updatedSinceMs: firstAtMs });
  });

  test('an operation whose end is received before its parts is published with the last of them', async () => {
    const { store, ids, operation } = await setUp();
    await finished(store, operation, 3);
    await changed(store, [copy(ids[0]!, 1), copy(ids[1]!, 1)], operation);
    expect((await types()).map(({ type }) => type)).toEqual(['products.changed']);
    await changed(store, [copy(ids[2]!, 1)], operation);
    expect((await types()).map(({ type }) => type)).toEqual(['products.changed', 'products.bulk_updated']);
    await changed(store, [copy(ids[2]!, 2)], operation);
    expect((await types()).map(({ type }) => type)).toEqual(['product.updated']);
  });

  test('an operation that changed nothing is not published', async () => {
    const { store, operation } = await setUp();
    await changed(store, [copy(newId('prd'), 1)], operation);
    await finished(store, operation, 1);
    expect(await types()).toEqual([]);
  });

  test('an operation is published once, in any order of its parts and with any concurrency', async () => {
    const { store, ids, operation } = await setUp();
    await Promise.all([
      ...ids.map((id) => changed(store, [copy(id, 1)], operation)),
      finished(store, operation, 3),
    ]);
    const bulk = (await types()).filter(({ type }) => type === 'products.bulk_updated');
    expect(bulk).toHaveLength(1);
    const times = await Promise.all(ids.map(async (id) => (await found(service, store, id))!.updatedAtMs));
    expect(ProductsBulkUpdated.decode(bulk[0]!.payload).updatedSinceMs).toBe(Math.min(...times));
  });
});
