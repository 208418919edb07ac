import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import {
  AMOUNT,
  PERCENT,
  QUANTITY,
  readNumber,
  WEIGHT,
  writeNumber,
  type NumberRule,
} from '../src/lib/number-text.ts';

const SIGNED_PERCENT = { ...PERCENT, min: -9_999 };
const read = (text: string, rule: NumberRule) => {
  const reading = readNumber(text, rule);
  return 'problem' in reading ? reading.problem : reading.value;
};

describe('an amount', () => {
  test.each([
    ['', null],
    ['   ', null],
    ['0', 0],
    ['1500', 150_000],
    ['1.500', 150_000],
    ['1 500', 150_000],
    ['1.500,50', 150_050],
    ['1500,5', 150_050],
    ['1500,', 150_000],
    ['$ 1.500', 150_000],
    ['$1.500', 150_000],
    ['  $\u00A01.500,00 ', 150_000],
    ['11.800', 1_180_000],
    ['12.345,67', 1_234_567],
    ['007', 700],
    ['1.000.000.000.000', 100_000_000_000_000],
  ])('is parsed from %j, as it is typed in Argentina', (text, centavos) => {
    expect(read(text, AMOUNT)).toBe(centavos);
  });

  test.each([
    ['1,500.50', 'unreadable'],
    ['1.5', 'unreadable'],
    ['1.50', 'unreadable'],
    ['11.80', 'unreadable'],
    ['1,234,567', 'unreadable'],
    ['1.23.456', 'unreadable'],
    ['0.500', 'unreadable'],
    ['1.500 000', 'unreadable'],
    ['1 5', 'unreadable'],
    [',50', 'unreadable'],
    ['mil', 'unreadable'],
    ['1500a', 'unreadable'],
    ['1e3', 'unreadable'],
    ['US$ 10', 'unreadable'],
    ['10%', 'unreadable'],
    ['+5', 'unreadable'],
    ['$', 'unreadable'],
    ['-', 'unreadable'],
    ['１５００', 'unreadable'],
    ['-5', 'negative'],
    ['−5', 'negative'],
    ['- 5', 'negative'],
    ['$ -5', 'negative'],
    ['-$ 5', 'negative'],
    ['1,500', 'decimals'],
    ['0,001', 'decimals'],
    ['1.000.000.000.000,01', 'tooLarge'],
    ['9'.repeat(40), 'tooLarge'],
  ])('is rejected when the text is invalid or ambiguous: %j', (text, problem) => {
    expect(read(text, AMOUNT)).toBe(problem);
  });

  test('is parsed back from the text that its field shows, for any number of centavos', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: AMOUNT.max }), (centavos) => {
        const shown = writeNumber(centavos, AMOUNT);
        expect(read(shown, AMOUNT)).toBe(centavos);
        expect(shown).toMatch(/^\$ \d{1,3}(\.\d{3})*(,\d{2})?$/);
      }),
    );
  });

  test('is parsed back from the text that the pages show', () => {
    const pesos = new Intl.NumberFormat('es-AR', { style: 'currency', currency: 'ARS' });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (centavos) => {
        expect(read(pesos.format(centavos / 100), AMOUNT)).toBe(centavos);
      }),
    );
  });

  test('is parsed to one value or none, whatever is typed', () => {
    const typed = fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,$-+ %a')) });
    fc.assert(
      fc.property(typed, (text) => {
        const value = read(text, AMOUNT);
        if (typeof value === 'number') expect(read(writeNumber(value, AMOUNT), AMOUNT)).toBe(value);
      }),
    );
  });
});

test.each([
  ['10', PERCENT, 1_000],
  ['10%', PERCENT, 1_000],
  ['10 %', PERCENT, 1_000],
  ['10,5', PERCENT, 1_050],
  ['100', PERCENT, 10_000],
  ['10.5', PERCENT, 'unreadable'],
  ['150', PERCENT, 'tooLarge'],
  ['-5', PERCENT, 'negative'],
  ['%', PERCENT, 'unreadable'],
  ['-5', SIGNED_PERCENT, -500],
  ['−5,25 %', SIGNED_PERCENT, -525],
  ['+10 %', SIGNED_PERCENT, 1_000],
  ['-0', SIGNED_PERCENT, 0],
  ['-100', SIGNED_PERCENT, 'tooSmall'],
  ['1500', QUANTITY, 1_500],
  ['1.500', QUANTITY, 1_500],
  ['1,5', QUANTITY, 'whole'],
  ['1.5', QUANTITY, 'unreadable'],
  ['0', { ...QUANTITY, min: 1 }, 'tooSmall'],
  ['10.000', { ...QUANTITY, max: 9_999 }, 'tooLarge'],
  ['0,25', WEIGHT, 250],
  ['1,2345', WEIGHT, 'decimals'],
] as const)('%j is parsed by the rule of its field', (text, rule, expected) => {
  expect(read(text, rule)).toBe(expected);
});

test.each([
  [0, AMOUNT, '$ 0'],
  [5, AMOUNT, '$ 0,05'],
  [150_050, AMOUNT, '$ 1.500,50'],
  [null, AMOUNT, ''],
  [-1_050, SIGNED_PERCENT, '-10,5 %'],
  [1_500, QUANTITY, '1.500'],
  [1_250, WEIGHT, '1,25'],
] as const)('%j is formatted by the rule of its field', (value, rule, shown) => {
  expect(writeNumber(value, rule)).toBe(shown);
});
