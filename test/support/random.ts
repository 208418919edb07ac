const seed = Number(process.env['SEED'] ?? 1);
let state = seed;

/** A pseudo-random number from 0 to 1 (mulberry32); the same SEED makes the same choices in a file. */
export function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** A random element. */
export const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
