import { expect, test } from 'vitest';
import {
  optionValues,
  rowName,
  withAxis,
  withOptionValues,
  withoutAxis,
  type Variants,
} from '../src/areas/store/products/editor/options.ts';

const NONE: Variants = {
  axes: [],
  rows: [],
  amounts: { '': { priceCentavos: 150_000, compareAtCentavos: null, costCentavos: null } },
};
const named = (variants: Variants, at: number, name: string): Variants => ({
  ...variants,
  axes: variants.axes.with(at, name),
});
const sizes = withOptionValues(named(withAxis(NONE), 0, 'Talle'), 0, ['S', ' M ', 'M', '', 'L']);
const both = withOptionValues(named(withAxis(sizes), 1, 'Color'), 1, ['Rojo', 'Azul']);
const names = ({ rows }: Variants) => rows.map(rowName);

test('the values of an option become variants with the amounts of the product', () => {
  expect(names(sizes)).toEqual(['S', 'M', 'L']);
  expect(sizes.rows.map(({ key }) => sizes.amounts[key]?.priceCentavos)).toEqual([150_000, 150_000, 150_000]);
});

test('variants have no amounts when the person may not edit prices', () => {
  const added = withOptionValues(sizes, 0, ['S', 'M', 'L', 'XL'], false);
  expect(names(added)).toEqual(['S', 'M', 'L', 'XL']);
  expect(added.amounts).toEqual(sizes.amounts);
});

test('a second option extends the variants that exist and adds one for each other combination', () => {
  expect(names(both)).toEqual(['S / Rojo', 'S / Azul', 'M / Rojo', 'M / Azul', 'L / Rojo', 'L / Azul']);
  expect(sizes.rows.every(({ key }) => both.rows.some((row) => row.key === key))).toBe(true);
});

test('a removed value removes its variants, and one that is added again comes last', () => {
  const without = withOptionValues(both, 0, ['S', 'L']);
  expect(names(without)).toEqual(['S / Rojo', 'S / Azul', 'L / Rojo', 'L / Azul']);
  expect(names(withOptionValues(without, 0, ['S', 'L', 'M'])).slice(-2)).toEqual(['M / Rojo', 'M / Azul']);
});

test('removing an option merges the variants that become equal', () => {
  expect(names(withoutAxis(both, 1))).toEqual(['S', 'M', 'L']);
  expect(names(withOptionValues(both, 1, []))).toEqual(['S', 'M', 'L']);
  expect(withoutAxis(sizes, 0)).toMatchObject({ axes: [], rows: [] });
});

test('a product has at most 250 variants', () => {
  const many = withOptionValues(
    sizes,
    0,
    Array.from({ length: 300 }, (_value, at) => `T${at}`),
  );
  expect(optionValues(many.rows, 0)).toHaveLength(250);
});
