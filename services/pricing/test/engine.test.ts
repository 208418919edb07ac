import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { chainOf, entryKey, findCycle, type PriceList } from '../src/domain/engine/price-list.ts';
import { promotionsInForce, type Promotion } from '../src/domain/engine/promotion.ts';
import { resolveProduct, type PricedProduct } from '../src/domain/engine/resolve.ts';
import { referencePrices } from './support/reference.ts';
import { engineLists, enginePromotions, NOW_MS, SHOPS, worldArb, type World } from './support/world.ts';

const shirt: PricedProduct = {
  id: 'prd_1',
  categoryIds: ['cat_1'],
  brandIds: ['brd_1'],
  basePriceCentavos: 0,
  variants: [
    { id: 'var_s', basePriceCentavos: 10_000, isActive: false },
    { id: 'var_m', basePriceCentavos: 12_345, isActive: true },
    { id: 'var_l', basePriceCentavos: 20_000, isActive: true },
  ],
};
const mug: PricedProduct = { ...shirt, id: 'prd_2', basePriceCentavos: 5_000, variants: [] };
const list = (fields: Partial<PriceList>): PriceList => ({ id: 'pl_1', entries: new Map(), ...fields });
const promotion = (fields: Partial<Promotion>): Promotion => ({
  id: 'prm_1',
  discount: { percentBp: 1_000 },
  productIds: new Set(['prd_1', 'prd_2']),
  categoryIds: new Set(),
  brandIds: new Set(),
  shopIds: new Set(),
  startsAtMs: 0,
  ...fields,
});
const priceOf = (product: PricedProduct, chain: PriceList[], promotions: Promotion[] = []) => {
  const { priceCentavos, originalPriceCentavos, source } = resolveProduct({ chain, promotions }, product);
  return [priceCentavos, originalPriceCentavos, source];
};

const rule = (overListId?: string) => ({ percentBp: 0, overListId, roundingCentavos: 1 as const });
const links = (...pairs: [string, string?][]) => new Map(pairs.map(([id, over]) => [id, over]));

describe('resolution', () => {
  test('the price without a list is the base price', () => {
    expect(priceOf(mug, [])).toEqual([5_000, 5_000, 'base']);
  });

  test('a product with variants has the price of its lowest active variant', () => {
    expect(priceOf(shirt, [])).toEqual([12_345, 12_345, 'base']);
  });

  test('a product without active variants has the lowest price of all', () => {
    const off = { ...shirt, variants: shirt.variants.map((v) => ({ ...v, isActive: false })) };
    expect(priceOf(off, [])).toEqual([10_000, 10_000, 'base']);
  });

  test('the entry of a variant precedes that of its product, which precedes the rule', () => {
    const entries = new Map([
      [entryKey('prd_1', 'var_l'), 7_000],
      [entryKey('prd_1'), 8_000],
    ]);
    const chain = [list({ entries, rule: { percentBp: -5_000, roundingCentavos: 1 } })];
    const { variants } = resolveProduct({ chain, promotions: [] }, shirt);
    expect(variants.map((v) => v.priceCentavos)).toEqual([8_000, 8_000, 7_000]);
    expect(priceOf(shirt, chain)).toEqual([7_000, 7_000, 'price_list']);
    expect(priceOf(mug, chain)).toEqual([2_500, 2_500, 'price_list']);
  });

  test('a list without an entry and a rule gives the base price', () => {
    expect(priceOf(mug, [list({})])).toEqual([5_000, 5_000, 'base']);
  });

  test('a rule changes the resolved, rounded price of the list that it is based on', () => {
    const chain = [
      list({ id: 'pl_2', rule: { percentBp: 1_000, overListId: 'pl_1', roundingCentavos: 1 } }),
      list({ rule: { percentBp: 100, roundingCentavos: 1_000 } }),
    ];
    expect(priceOf(mug, chain)).toEqual([5_500, 5_500, 'price_list']);
  });

  test('only the best promotion applies, for each variant separately', () => {
    const promotions = [
      promotion({ discount: { percentBp: 2_000 } }),
      promotion({ discount: { amountCentavos: 3_000 } }),
    ];
    const { variants } = resolveProduct({ chain: [], promotions }, shirt);
    expect(variants.map((v) => v.priceCentavos)).toEqual([7_000, 9_345, 16_000]);
    expect(priceOf(shirt, [], promotions)).toEqual([9_345, 12_345, 'promotion']);
  });

  test('a price never falls below zero', () => {
    expect(priceOf(mug, [], [promotion({ discount: { amountCentavos: 9_999 } })])).toEqual([
      0,
      5_000,
      'promotion',
    ]);
  });

  test('a promotion that lowers nothing is not the source of a price', () => {
    const free = { ...mug, basePriceCentavos: 0 };
    expect(priceOf(free, [], [promotion({})])).toEqual([0, 0, 'base']);
  });
});

describe('a promotion', () => {
  test('a promotion applies to any of its products, categories and brands', () => {
    const none = { productIds: new Set<string>() };
    const category = promotion({ ...none, categoryIds: new Set(['cat_1']) });
    const brand = promotion({ ...none, brandIds: new Set(['brd_1']) });
    const other = promotion({ ...none, categoryIds: new Set(['brd_1']), brandIds: new Set(['cat_1']) });
    expect([category, brand, other].map((p) => priceOf(mug, [], [p])[0])).toEqual([4_500, 4_500, 5_000]);
  });

  test('a promotion applies from its first instant until before its end, at its shops', () => {
    const window = promotion({ startsAtMs: 10, endsAtMs: 20, shopIds: new Set(['shp_1']) });
    const inForce = (shopId: string, atMs: number) => promotionsInForce([window], shopId, atMs).length;
    expect([9, 10, 19, 20].map((atMs) => inForce('shp_1', atMs))).toEqual([0, 1, 1, 0]);
    expect(inForce('shp_2', 15)).toBe(0);
  });
});

describe('price lists', () => {
  test('a cycle of price lists, or a missing base list, is an error', () => {
    const circle = [list({ id: 'a', rule: rule('b') }), list({ id: 'b', rule: rule('a') })];
    expect(() => chainOf(circle, 'a')).toThrow('based on itself');
    expect(() => chainOf([list({ id: 'a', rule: rule('z') })], 'a')).toThrow('missing');
  });

  test('exactly the price lists of a cycle are found', () => {
    expect(findCycle(links(['a', 'b'], ['b', 'c'], ['c'], ['d', 'b']))).toBeUndefined();
    expect(findCycle(links(['d', 'a'], ['a', 'b'], ['b', 'c'], ['c', 'a']))).toBe('a');
    expect(findCycle(links(['a', 'a']))).toBe('a');
  });
});

describe('the engine', () => {
  test('the engine agrees with the reference on random lists and promotions', () => {
    fc.assert(
      fc.property(worldArb, fc.constantFrom(...SHOPS), (world, shopId) => {
        for (const listId of [undefined, ...world.lists.map((l) => l.priceListId)])
          expect(engineAnswers(world, shopId, listId)).toEqual(
            referencePrices(world, shopId, listId, NOW_MS),
          );
      }),
      { numRuns: 1_000 },
    );
  });
});

function engineAnswers(world: World, shopId: string, listId: string | undefined) {
  const chain = listId === undefined ? [] : chainOf(engineLists(world), listId);
  const promotions = promotionsInForce(enginePromotions(world), shopId, NOW_MS);
  return world.products.map(({ productId, categoryIds, brandIds, priceCentavos, variants }) => ({
    productId,
    ...resolveProduct(
      { chain, promotions },
      {
        id: productId,
        categoryIds,
        brandIds,
        basePriceCentavos: priceCentavos,
        variants: variants.map((v) => ({
          id: v.variantId,
          basePriceCentavos: v.priceCentavos,
          isActive: v.isActive,
        })),
      },
    ),
  }));
}
