import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { MAX_ATTEMPTS, RETRY_WAITS_MS, retryAfterMs, retryWaitMs } from '../src/domain/schedule.ts';

const NOW = Date.UTC(2026, 10, 3, 12);

describe('retry waits', () => {
  test('the retry waits are the 12 of the contract, 44 hours in total', () => {
    expect(RETRY_WAITS_MS.map((wait) => wait / 1000)).toEqual([
      30, 60, 120, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 43_200, 57_600,
    ]);
    expect(MAX_ATTEMPTS).toBe(13);
    const hours = RETRY_WAITS_MS.reduce((sum, wait) => sum + wait, 0) / 3600_000;
    expect(Math.round(hours)).toBe(44);
  });

  test('the retry waits vary by at most a tenth, and a Retry-After never shortens one and at most doubles it', () => {
    const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), random, fc.nat(10 ** 9), (attempts, r, requested) => {
        const wait = RETRY_WAITS_MS[attempts - 1]!;
        const plain = retryWaitMs(attempts, r)!;
        expect(plain).toBeGreaterThanOrEqual(Math.floor(wait * 0.9));
        expect(plain).toBeLessThanOrEqual(Math.ceil(wait * 1.1));
        const extended = retryWaitMs(attempts, r, requested)!;
        expect(extended).toBeGreaterThanOrEqual(plain);
        expect(extended).toBeLessThanOrEqual(2 * plain + 1);
        if (requested >= plain && requested <= 2 * plain - 1) expect(extended).toBe(requested);
      }),
    );
  });

  test('the retry waits end after the thirteenth attempt', () => {
    expect(retryWaitMs(13, 0.5, 10_000)).toBeUndefined();
  });
});

describe('Retry-After', () => {
  test.each([
    [429, '120', 120_000],
    [503, ' 0 ', 0],
    [503, new Date(NOW + 90_000).toUTCString(), 90_000],
    [503, new Date(NOW - 90_000).toUTCString(), 0],
    [500, '120', 0],
    [429, undefined, 0],
    [429, '-5', 0],
    [429, '1e9', 0],
    [429, '12345678901', 0],
    [429, 'tomorrow', 0],
    [429, '2026-11-04', 0],
    [429, 'Xxx, 99 Xxx 2026 99:99:99 GMT', 0],
  ])('a Retry-After of a %i response, %j, means a wait of %i ms', (status, header, ms) => {
    expect(retryAfterMs(status, header, NOW)).toBe(ms);
  });
});
