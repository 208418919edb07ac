import { expect, test } from 'vitest';
import {
  draftProblems,
  EMPTY_ITEM,
  withItem,
  withPrices,
  withQuantity,
  type CustomItem,
  type DraftLine,
} from '../src/areas/store/orders/draft-lines.ts';

const ITEM = {
  productId: 'prd_1',
  variantId: 'var_1',
  name: 'Remera',
  variantName: 'M',
  sku: null,
  image: null,
  refusal: null,
  priceCentavos: 1_000,
  originalPriceCentavos: 1_000,
  available: 10,
};
const CUSTOM = {
  key: 'custom 1',
  productId: null,
  variantId: null,
  name: 'Grabado',
  priceCentavos: 500,
  quantity: 1,
};

test('an item that is picked again adds a unit to its line', () => {
  const once = withItem([CUSTOM], ITEM);
  const key = once[1]!.key;
  expect(once).toEqual([
    CUSTOM,
    { key, productId: 'prd_1', variantId: 'var_1', name: 'Remera · M', priceCentavos: 1_000, quantity: 1 },
  ]);
  const twice = withItem(withQuantity(once, key, 4), ITEM);
  expect(twice.map(({ quantity }) => quantity)).toEqual([1, 5]);
});

test('prices apply to the lines of their items, and other lines stay as they are', () => {
  const lines = [...withItem([CUSTOM], ITEM), ...withItem([], { ...ITEM, productId: 'prd_2' })];
  const prices = [
    { productId: 'prd_2', variantId: 'var_1', price: null },
    { productId: 'prd_1', variantId: 'var_1', price: { priceCentavos: 900, originalPriceCentavos: 900 } },
    { productId: 'prd_1', variantId: 'var_2', price: { priceCentavos: 800, originalPriceCentavos: 800 } },
  ];
  expect(withPrices(lines, prices).map(({ priceCentavos }) => priceCentavos)).toEqual([500, 900, 1_000]);
});

test('an order without lines, or with a custom item that was not added, is not saved', () => {
  const texts = { noLines: 'Add a product.', notAdded: 'Add this item.' };
  const problems = (lines: DraftLine[], custom: CustomItem) => draftProblems({ lines, custom }, texts);
  expect(problems([], EMPTY_ITEM)).toEqual({ lines: 'Add a product.' });
  expect(problems([CUSTOM], EMPTY_ITEM)).toEqual({});
  expect(problems([CUSTOM], { name: 'Envoltorio', priceCentavos: null })).toEqual({
    custom: 'Add this item.',
  });
  expect(problems([], { name: '', priceCentavos: 100 })).toEqual({ custom: 'Add this item.' });
});
