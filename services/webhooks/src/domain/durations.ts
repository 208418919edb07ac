/** Between which durations attempts are counted apart, in ms: an attempt is between two of these, or beyond the last. */
export const DURATION_STEPS_MS: readonly number[] = [
  5, 10, 15, 20, 30, 40, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000,
];

/** Longest that an attempt takes, in ms: what is beyond the last step is up to this. */
const LONGEST_MS = 6_000;

/** The counts of both. */
export const addCounts = (a: readonly number[], b: readonly number[]): number[] =>
  a.map((count, i) => count + (b[i] ?? 0));

/**
 * How long a share of the attempts took at most, in ms, as if those of a step were spread evenly over it.
 * @param counts one for each step: below the first, between it and the second, …, beyond the last
 * @param share of all, e.g. 0.95
 */
export function durationAt(counts: readonly number[], share: number): number {
  const wanted = share * counts.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (const [i, count] of counts.entries()) {
    if (count > 0 && below + count >= wanted) {
      const from = DURATION_STEPS_MS[i - 1] ?? 0;
      const to = DURATION_STEPS_MS[i] ?? LONGEST_MS;
      return Math.round(from + ((to - from) * (wanted - below)) / count);
    }
    below += count;
  }
  return 0;
}
