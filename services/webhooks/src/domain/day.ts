/** Retention of deliveries, their log and the feed (contract, section 8), in days. */
export const KEPT_DAYS = 30;

/** Retention of the hourly counts of attempts, in days: a quarter, for the platform's figures. */
export const COUNTS_KEPT_DAYS = 92;

/** Time after which every attempt is logged, in ms: an attempt is recorded within its lease. */
export const ATTEMPT_SETTLED_MS = 2 * 60_000;
