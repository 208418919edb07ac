/** Retention of deliveries, their log and the feed (contract, section 8), in days. */
export const KEPT_DAYS = 30;

/** Time after which every attempt is logged, in ms: an attempt is recorded within its lease. */
export const ATTEMPT_SETTLED_MS = 2 * 60_000;
