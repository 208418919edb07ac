import { STORE_ZONE } from '@commerce/console-api/zone.ts';

const DAY_MS = 24 * 3600 * 1000;

/** First and last calendar day, YYYY-MM-DD. */
export interface DaySpan {
  from: string;
  to: string;
}

/** The day of a time in the store's time zone, YYYY-MM-DD. */
export const dayOf = (ms: number): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: STORE_ZONE }).format(ms);

/** The day a number of days after another; before it, for a negative number. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The days up to today, which is included. */
export const lastDays = (count: number, now = Date.now()): DaySpan => {
  const to = dayOf(now);
  return { from: addDays(to, 1 - count), to };
};

/** Spans of days by name. */
export function daySpans(now = Date.now()) {
  const today = dayOf(now);
  const yesterday = addDays(today, -1);
  return {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    last7: lastDays(7, now),
    last30: lastDays(30, now),
    month: { from: `${today.slice(0, 7)}-01`, to: today },
  } satisfies Record<string, DaySpan>;
}
