import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { changeAmount } from '../src/domain/bulk-change.ts';
import { MAX_AMOUNT_CENTAVOS } from '../src/domain/engine/amount.ts';

const change = (
  by: { percentBp: number } | { amountCentavos: number },
  step: 1 | 100 | 1_000,
  centavos: number,
) => changeAmount({ by, roundingCentavos: step }, centavos);

describe('changeAmount', () => {
  test('a changed amount is rounded half up', () => {
    expect(change({ percentBp: 1_000 }, 100, 1_045)).toBe(1_100);
    expect(change({ percentBp: 1_000 }, 1_000, 1_045)).toBe(1_000);
    expect(change({ amountCentavos: 50 }, 100, 1_000)).toBe(1_100);
    expect(change({ amountCentavos: -51 }, 100, 1_000)).toBe(900);
  });

  test('a changed amount stays within its bounds, and above zero if it was', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: MAX_AMOUNT_CENTAVOS }),
        fc.oneof(
          fc.record({ percentBp: fc.integer({ min: -9_999, max: 100_000 }) }),
          fc.record({ amountCentavos: fc.integer({ min: -MAX_AMOUNT_CENTAVOS, max: MAX_AMOUNT_CENTAVOS }) }),
        ),
        fc.constantFrom(1 as const, 100 as const, 1_000 as const),
        (centavos, by, step) => {
          const changed = change(by, step, centavos);
          expect(Number.isSafeInteger(changed)).toBe(true);
          expect(changed).toBeGreaterThanOrEqual(centavos > 0 ? 1 : 0);
          expect(changed).toBeLessThanOrEqual(MAX_AMOUNT_CENTAVOS);
          expect(changed % step).toBe(0);
        },
      ),
    );
  });
});
