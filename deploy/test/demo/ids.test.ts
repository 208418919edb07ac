import { describe, expect, test } from 'vitest';
import { Rng, typeIdAt } from '../../local/demo/random.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The UUID of a TypeID, decoded as in the specification: 26 digits of 5 bits, the first two bits 0. */
function uuidOf(id: string): string {
  const suffix = id.slice(id.indexOf('_') + 1);
  const bits = suffix.split('').reduce((sum, digit) => sum * 32n + BigInt(ALPHABET.indexOf(digit)), 0n);
  return bits.toString(16).padStart(32, '0');
}

describe('ids of the demo', () => {
  test.each([0, 1, 2 ** 20 - 1, 2 ** 20, 1_792_076_391_068, 2 ** 48 - 1])(
    'hold the time %d in a UUIDv7',
    (timeMs) => {
      const uuid = uuidOf(typeIdAt('prd', timeMs, 0xabc, new Rng('1')));
      expect(uuid).toHaveLength(32);
      expect(parseInt(uuid.slice(0, 12), 16)).toBe(timeMs);
      expect(uuid.slice(12, 16)).toBe('7abc');
      expect('89ab').toContain(uuid.charAt(16));
    },
  );

  test('demo ids sort by time, then by counter', () => {
    const rng = new Rng('2');
    const ids = [
      typeIdAt('var', 1_700_000_000_000, 1, rng),
      typeIdAt('var', 1_700_000_000_000, 2, rng),
      typeIdAt('var', 1_700_000_000_000, 250, rng),
      typeIdAt('var', 1_700_000_000_001, 0, rng),
    ];
    expect(ids).toEqual(ids.toSorted());
  });
});
