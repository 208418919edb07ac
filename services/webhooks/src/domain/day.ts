const DAY_MS = 24 * 3600 * 1000;

/** Retention of deliveries, their log and the feed (contract, section 8), in days. */
export const KEPT_DAYS = 30;

/** Time after which every attempt is logged, in ms: an attempt is recorded within its lease. */
export const ATTEMPT_SETTLED_MS = 2 * 60_000;

/** The day of a time in UTC, as a PostgreSQL date. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The next day. */
export const dayAfter = (day: string): string => dayOf(Date.parse(day) + DAY_MS);

/** The time a number of days earlier. */
export const daysBefore = (ms: number, days: number): number => ms - days * DAY_MS;
