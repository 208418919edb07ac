import { describe, expect, test } from 'vitest';
import { collect, defaultStores } from './collected.ts';

const { world, big, small } = defaultStores();
const records = collect(big.products());
const byId = new Map(records.map((record) => [record.product.id, record]));

describe('prices', () => {
  test('base prices match those of catalog, with the same order of variants', () => {
    const basePrices = collect(big.basePrices());
    expect(basePrices.map((record) => record.productId)).toEqual([...byId.keys()]);
    for (const base of basePrices) {
      const { product, draft } = byId.get(base.productId) as (typeof records)[number];
      const { priceCentavos, costCentavos, categoryIds, brandIds, variants } = product;
      expect(base).toMatchObject({
        priceCentavos,
        costCentavos: costCentavos ?? null,
        categoryIds,
        brandIds,
        draft,
      });
      const inCatalog = variants.map((variant) => ({
        variantId: variant.id,
        priceCentavos: variant.priceCentavos,
        compareAtCentavos: variant.compareAtPriceCentavos ?? null,
        costCentavos: variant.costCentavos ?? null,
        isActive: variant.isActive,
      }));
      expect(base.variants).toEqual(inCatalog);
    }
  });

  test('the demo has three lists: fixed, a percentage of base, a percentage of another list', () => {
    const [fixed, wholesale, mall] = big.priceLists;
    expect(fixed?.rule).toBeNull();
    expect(wholesale?.rule).toEqual({ percentBp: -1200, roundingCentavos: 1000 });
    expect(mall?.rule).toMatchObject({ overListId: fixed?.priceListId, roundingCentavos: 10_000 });
    expect(big.shopPriceLists.map(({ defaultPriceListId }) => defaultPriceListId)).toEqual([
      fixed?.priceListId,
      wholesale?.priceListId,
      mall?.priceListId,
      null,
    ]);
    expect(big.shopPriceLists.map(({ shopId }) => shopId)).toEqual(big.shops.map(({ id }) => id));
  });

  test('the fixed list contains about three hundred products and variants, each once', () => {
    const entries = collect(big.priceListEntries());
    expect(entries.length).toBeGreaterThan(250);
    expect(entries.length).toBeLessThan(450);
    expect(entries.some((entry) => entry.variantId === null)).toBe(true);
    expect(entries.some((entry) => entry.variantId !== null)).toBe(true);
    for (const { productId, variantId, priceCentavos, priceListId } of entries) {
      expect(priceListId).toBe(big.priceLists[0]?.priceListId);
      expect(priceCentavos).toBeGreaterThan(0);
      const product = byId.get(productId)?.product;
      expect(variantId === null || product?.variants.some(({ id }) => id === variantId)).toBe(true);
    }
    const keys = entries.map((entry) => `${entry.productId}/${entry.variantId}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('the smaller store has no lists', () => {
    expect(small.priceLists).toEqual([]);
    expect(collect(small.priceListEntries())).toEqual([]);
    expect(small.shopPriceLists.map(({ defaultPriceListId }) => defaultPriceListId)).toEqual([null, null]);
  });

  test('promotions are past, running and upcoming, of every type, and refer to existing records', () => {
    const { promotions } = big;
    const { now } = world;
    const running = promotions.filter(
      (p) => p.startsAtMs <= now && (p.endsAtMs === null || p.endsAtMs > now),
    );
    const over = promotions.filter((p) => p.endsAtMs !== null && p.endsAtMs <= now);
    const future = promotions.filter((p) => p.startsAtMs > now);
    expect(promotions.length).toBeGreaterThanOrEqual(12);
    expect(running.length + over.length + future.length).toBe(promotions.length);
    for (const group of [running, over, future]) expect(group.length).toBeGreaterThanOrEqual(2);
    for (const kind of ['percentBp', 'amountCentavos']) {
      expect(running.some((promotion) => kind in promotion.discount)).toBe(true);
    }
    for (const list of ['productIds', 'categoryIds', 'brandIds', 'shopIds'] as const) {
      expect(running.some((promotion) => promotion[list].length > 0)).toBe(true);
    }
  });

  test.each([[big], [small]])('promotions refer to records of their store', (store) => {
    const products = collect(store.products()).map((record) => record.product);
    const known = new Set(
      [...products, ...store.shops, ...store.categories, ...store.brands].map(({ id }) => id),
    );
    for (const { productIds, categoryIds, brandIds, shopIds } of store.promotions) {
      const refs = [...productIds, ...categoryIds, ...brandIds, ...shopIds];
      expect(refs.filter((id) => !known.has(id))).toEqual([]);
      expect(productIds.length + categoryIds.length + brandIds.length).toBeGreaterThan(0);
    }
  });
});
