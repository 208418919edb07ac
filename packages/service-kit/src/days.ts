const DAY_MS = 24 * 3600 * 1000;

/** The day of a time in UTC, as a PostgreSQL date. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The day a number of days later, or earlier. */
export const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY_MS);

/** The next day. */
export const dayAfter = (day: string): string => addDays(day, 1);

/** A period of the calendar, in UTC. */
export type Period = 'day' | 'month';

/** The first day of the period that contains a time. */
export const firstDayOf = (period: Period, ms: number): string =>
  period === 'day' ? dayOf(ms) : `${dayOf(ms).slice(0, 7)}-01`;

/** The first day of the period that a number of periods follow or, if negative, precede. @param first its first day */
export function addPeriods(period: Period, first: string, count: number): string {
  if (period === 'day') return addDays(first, count);
  const [year, month] = first.split('-').map(Number) as [number, number];
  return dayOf(Date.UTC(year, month - 1 + count));
}

/** The time a number of days earlier. */
export const daysBefore = (ms: number, days: number): number => ms - days * DAY_MS;

/** The start and the end of a number of days that begin at a time. */
export const rangeOfDays = (fromMs: number, days: number): [from: Date, to: Date] => [
  new Date(fromMs),
  new Date(fromMs + days * DAY_MS),
];

/**
 * A figure of each of a number of days, 0 for those without a row.
 * @param rows by `day`, counted from the first
 */
export function figurePerDay<R extends { day: number }>(
  rows: readonly R[],
  days: number,
  figure: (row: R) => number,
): number[] {
  const byDay = new Map(rows.map((row) => [row.day, figure(row)]));
  return Array.from({ length: days }, (_, day) => byDay.get(day) ?? 0);
}
