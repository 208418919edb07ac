import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { MAX_AMOUNT_CENTAVOS, MAX_PERCENT_BP, shareOf, WHOLE_BP } from '../src/domain/engine/amount.ts';

const steps = [1, 100, 1_000, 10_000] as const;

/** The share in exact fractions. */
function exact(amount: number, share: number, step: number): number {
  const [numerator, denominator] = [BigInt(amount) * BigInt(share), BigInt(WHOLE_BP * step)];
  const rounded = Number(((2n * numerator + denominator) / (2n * denominator)) * BigInt(step));
  return Math.min(rounded, MAX_AMOUNT_CENTAVOS);
}

describe('a share of an amount', () => {
  test.each([
    // amount, share, step, expected
    [1_000, 9_000, 1, 900],
    [1, 5_000, 1, 1], // half a centavo goes up
    [1, 4_999, 1, 0],
    [3, 5_000, 1, 2],
    [0, 110_000, 10_000, 0],
    [149, 10_000, 100, 100],
    [150, 10_000, 100, 200], // half a peso goes up
    [999, 4_999, 1_000, 0], // 499.4: nearest ten pesos by the exact value
    [1_000, 4_999, 1_000, 0], // 499.9 is below the half: rounding to centavos first would have made it 500, and then 1,000
    [1_000, 5_000, 1_000, 1_000],
    [4_999, 10_000, 10_000, 0],
    [5_000, 10_000, 10_000, 10_000],
    [MAX_AMOUNT_CENTAVOS, 10_000, 1, MAX_AMOUNT_CENTAVOS],
    [MAX_AMOUNT_CENTAVOS, 9_999, 1, 99_990_000_000_000],
    [MAX_AMOUNT_CENTAVOS - 1, 9_999, 1, 99_989_999_999_999],
    [MAX_AMOUNT_CENTAVOS, 110_000, 1, MAX_AMOUNT_CENTAVOS],
    [MAX_AMOUNT_CENTAVOS, 0, 1, 0],
    [99_999_999_271_452, 9_907, 1, 99_069_999_278_227], // .4964: a double of the product would be .5
    [99_999_996_523_559, 9_948, 1, 99_479_996_541_636],
  ] as const)('%d × %d bp to %d is %d', (amount, share, step, expected) => {
    expect(shareOf(amount, share, step)).toBe(expected);
  });

  test('shareOf is the exact fraction, rounded half up once, for all amounts and shares within bounds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: MAX_AMOUNT_CENTAVOS }),
        fc.oneof(
          fc.integer({ min: 0, max: WHOLE_BP }),
          fc.integer({ min: 0, max: WHOLE_BP + MAX_PERCENT_BP }),
        ),
        fc.constantFrom(...steps),
        (amount, share, step) => {
          expect(shareOf(amount, share, step)).toBe(exact(amount, share, step));
        },
      ),
      { numRuns: 5_000 },
    );
  });
});
