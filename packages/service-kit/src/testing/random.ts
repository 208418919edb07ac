/** Seed of the random choices of this run. */
export const seed = Number(process.env['SEED'] ?? 1);

/** Makes a source of pseudo-random numbers from 0 to below 1 (mulberry32), which are the same for the same seed. */
export function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A pseudo-random number from 0 to 1; the same SEED makes the same choices in a process. */
export const random = randomFrom(seed);

/** A random element. */
export const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
