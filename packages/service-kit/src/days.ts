const DAY_MS = 24 * 3600 * 1000;

/** The day of a time in UTC, as a PostgreSQL date. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The next day. */
export const dayAfter = (day: string): string => dayOf(Date.parse(day) + DAY_MS);

/** The time a number of days earlier. */
export const daysBefore = (ms: number, days: number): number => ms - days * DAY_MS;
