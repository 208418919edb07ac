import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { setPricesBody } from '../src/2026-10/schemas/price.ts';
import { parseBody } from '../src/query.ts';

const variantId = (n: number) => `var_${String(n).padStart(26, '0')}`;
const VARIANT = variantId(1);

const problems = (body: unknown): string[] => {
  const parsed = parseBody(setPricesBody, body);
  return parsed.ok ? [] : parsed.details.map(({ field = '', reason }) => `${field}: ${reason}`);
};

const some = (count: number) => Array.from({ length: count }, (_, i) => ({ id: variantId(i), price: 1 }));

describe('the body of PUT /prices/:productId', () => {
  test.each([
    [{ price: 0.01 }],
    [{ price: 1e12, expected: { price: 0 } }],
    [{ variants: [{ id: VARIANT, price: 1234.56 }] }],
    // The service decides which of the two the product accepts.
    [{ price: 1, variants: [{ id: VARIANT, price: 1 }] }],
  ])('accepts %j', (body) => {
    expect(problems(body)).toEqual([]);
  });

  test('accepts every amount of whole centavos', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e14 }), (centavos) => {
        expect(problems({ price: centavos / 100 })).toEqual([]);
        expect(Math.round((centavos / 100) * 100)).toBe(centavos);
      }),
    );
  });

  test.each([0, -1, 0.001, 10.005, 1e12 + 1, '1', null, Number.POSITIVE_INFINITY])(
    'rejects the price %j',
    (price) => {
      expect(problems({ price })).toEqual(['price: invalid_value']);
      expect(problems({ price: 1, variants: [{ id: VARIANT, price }] })).toEqual([
        'variants[0].price: invalid_value',
      ]);
    },
  );

  test('requires price or variants', () => {
    expect(problems({})).toEqual(['price: missing']);
    expect(problems({ expected: { price: 1 } })).toEqual(['price: missing']);
  });

  test('contains 1 to 250 distinct variants', () => {
    expect(problems({ variants: some(250) })).toEqual([]);
    expect(problems({ variants: some(251) })).toEqual(['variants: invalid_value']);
    expect(problems({ variants: [{ id: 'var_1', price: 1 }] })).toEqual(['variants[0].id: invalid_value']);
    expect(problems({ variants: [] })).toEqual(['variants: invalid_value']);
    expect(problems({ variants: [...some(2), ...some(2)] })).toEqual([
      'variants[2].id: invalid_value',
      'variants[3].id: invalid_value',
    ]);
  });

  test('reports all problems at once', () => {
    const bad = { price: 0, cost: 1, variants: [{ price: 1, cost: 2 }], expected: { cost: 1 } };
    expect(problems(bad).toSorted()).toEqual([
      'cost: unknown_field',
      'expected.cost: unknown_field',
      'expected.price: missing',
      'price: invalid_value',
      'variants[0].cost: unknown_field',
      'variants[0].id: missing',
    ]);
  });
});
