const DAY_MS = 24 * 3600 * 1000;

/** How long deliveries, their log and the feed are kept (contract, section 8), in days. */
export const KEPT_DAYS = 30;

/** An attempt is recorded within its lease: so long after a time, all that started before it are in the log, in ms. */
export const ATTEMPT_SETTLED_MS = 2 * 60_000;

/** The day of a time in UTC, as PostgreSQL reads a date. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The day after. */
export const dayAfter = (day: string): string => dayOf(Date.parse(day) + DAY_MS);

/** The time so many days before. */
export const daysBefore = (ms: number, days: number): number => ms - days * DAY_MS;
