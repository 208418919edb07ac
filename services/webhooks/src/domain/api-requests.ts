/** Retention of the log of API requests, in days. */
export const REQUESTS_KEPT_DAYS = 7;

/** Retention of the ids of batches, in days: longer than a gateway repeats a batch. */
export const BATCHES_KEPT_DAYS = 1;

/**
 * Boundaries of the duration histogram of API requests, in ms (`ApiRouteCounts.durations`), and an upper bound of the
 * durations above the last one.
 */
export const REQUEST_STEPS_MS: readonly number[] = Array.from({ length: 16 }, (_, i) => 2 ** i);
