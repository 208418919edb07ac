import { describe, expect, test } from 'vitest';
import {
  cartAfter,
  discountOf,
  emptyCart,
  isOverLimit,
  MAX_UNITS,
  subtotalOf,
  totalOf,
  type Cart,
  type CartAct,
} from '../src/areas/store/pos/cart.ts';

const ITEM = {
  productId: 'prd_1',
  variantId: null,
  name: 'Martillo',
  variantName: '',
  sku: null,
  image: null,
  refusal: null,
  priceCentavos: 9_999,
  originalPriceCentavos: 9_999,
  available: 10,
};
const after = (...acts: CartAct[]): Cart => acts.reduce(cartAfter, emptyCart('shp_1'));
const add: CartAct = { kind: 'add', item: ITEM };
const set = (quantity: number): CartAct => ({ kind: 'quantity', index: 0, quantity });

const OTHER = { ...ITEM, productId: 'prd_2', priceCentavos: 500, originalPriceCentavos: 500 };
const pricesOf = (shopId = 'shp_1'): CartAct => ({
  kind: 'prices',
  shopId,
  prices: [
    { productId: 'prd_2', variantId: null, price: { priceCentavos: 600, originalPriceCentavos: 600 } },
    { productId: 'prd_3', variantId: 'var_1', price: null },
  ],
  unsold: 'No longer sold.',
});
const figuresOf = ({ lines }: Cart) =>
  lines.map(({ productId, priceCentavos, problem }) => [productId, priceCentavos, problem]);

describe('a discount', () => {
  test.each([
    [{ percentBp: 1_000 }, 1_000],
    [{ percentBp: 1_050 }, 1_050],
    [{ percentBp: 5_000 }, 5_000],
    [{ percentBp: 10_000 }, 9_999],
    [{ centavos: 1_234 }, 1_234],
  ])('takes off %j of 99.99 pesos, half a centavo rounded up', (discount, off) => {
    const cart = after(add, { kind: 'discount', discount });
    expect(discountOf(cart)).toBe(off);
    expect(totalOf(cart)).toBe(9_999 - off);
  });

  test('given as a percentage is computed again when the lines change', () => {
    const cart = after(add, { kind: 'discount', discount: { percentBp: 1_000 } }, add);
    expect([subtotalOf(cart), discountOf(cart)]).toEqual([19_998, 2_000]);
  });

  test.each<[string, CartAct]>([
    ['its last line is removed', { kind: 'remove', index: 0 }],
    ['the sale is cleared', { kind: 'clear' }],
  ])('is removed when %s', (_when, act) => {
    expect(after(add, { kind: 'discount', discount: { centavos: 100 } }, act).discount).toBeNull();
  });

  test('of a line reduces each of its units, and stays when more are added', () => {
    const percent: CartAct = { kind: 'lineDiscount', index: 0, discount: { percentBp: 1_000 } };
    const cart = after(add, percent, add);
    // 10% of 99.99 pesos is 10 pesos, rounded up, twice.
    expect(subtotalOf(cart)).toBe(19_998 - 2_000);
    expect(isOverLimit(cart, 1_000)).toBe(false);
    expect(isOverLimit(cart, 999)).toBe(true);
    const both = cartAfter(cart, { kind: 'discount', discount: { centavos: 1 } });
    expect(isOverLimit(both, 1_000)).toBe(true);
  });

  test('cannot be added to an empty sale', () => {
    expect(after({ kind: 'discount', discount: { centavos: 9_999_900 } }).discount).toBeNull();
  });

  test('never makes the total negative', () => {
    expect(totalOf(after(add, { kind: 'discount', discount: { centavos: 20_000 } }))).toBe(0);
  });
});

describe('current prices', () => {
  test('apply to the lines of their items, although the cart has changed since they were requested', () => {
    const cart = after(
      add,
      { kind: 'add', item: { ...OTHER, productId: 'prd_3', variantId: 'var_2' } },
      { kind: 'add', item: { ...OTHER, productId: 'prd_3', variantId: 'var_1' } },
      { kind: 'add', item: OTHER },
      pricesOf(),
    );
    expect(figuresOf(cart)).toEqual([
      ['prd_1', 9_999, undefined],
      ['prd_3', 500, undefined],
      ['prd_3', 500, 'No longer sold.'],
      ['prd_2', 600, undefined],
    ]);
  });

  test('of another shop do not apply', () => {
    expect(figuresOf(after({ kind: 'add', item: OTHER }, pricesOf('shp_2')))).toEqual([
      ['prd_2', 500, undefined],
    ]);
  });
});

test('the quantity of a line stays between 1 and its maximum', () => {
  expect(after(add, set(1_000_001)).lines[0]!.quantity).toBe(MAX_UNITS);
  expect(after(add, set(MAX_UNITS), add).lines[0]!.quantity).toBe(MAX_UNITS);
  expect(after(add, set(0)).lines[0]!.quantity).toBe(1);
});
