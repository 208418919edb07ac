/**
 * Boundaries of the duration histogram, in ms: an attempt is counted between two of them, below the first or above the
 * last.
 */
export const DURATION_STEPS_MS: readonly number[] = [
  5, 10, 15, 20, 30, 40, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000,
];

/** The boundaries, and an upper bound of the durations above the last one, in ms. */
const BOUNDS_MS: readonly number[] = [...DURATION_STEPS_MS, 6_000];

/** Adds two histograms. */
export const addCounts = (a: readonly number[], b: readonly number[]): number[] =>
  a.map((count, i) => count + (b[i] ?? 0));

/**
 * A quantile of the durations in ms, interpolated linearly within a step.
 * @param counts one for each step: below the first boundary, between it and the second, …, above the last
 * @param share between 0 and 1, e.g. 0.95
 * @param boundsMs upper bound of the durations of each count
 */
export function durationAt(
  counts: readonly number[],
  share: number,
  boundsMs: readonly number[] = BOUNDS_MS,
): number {
  const wanted = share * counts.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (const [i, count] of counts.entries()) {
    if (count > 0 && below + count >= wanted) {
      const from = boundsMs[i - 1] ?? 0;
      const to = boundsMs[i]!;
      return Math.round(from + ((to - from) * (wanted - below)) / count);
    }
    below += count;
  }
  return 0;
}
