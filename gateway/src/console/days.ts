import { STORE_UTC_OFFSET, STORE_ZONE } from '@commerce/console-api/zone.ts';

const DAY_MS = 24 * 3600 * 1000;
// Swedish dates are written as in ISO 8601.
const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone: STORE_ZONE });

/** The last `count` days up to and including that of `nowMs`, YYYY-MM-DD in the store's time zone. */
export function daysUntil(nowMs: number, count: number): string[] {
  const today = Date.parse(isoDay.format(nowMs));
  return Array.from({ length: count }, (_day, n) =>
    new Date(today - (count - 1 - n) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** The time at which a day begins in the store's time zone, in ms. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00${STORE_UTC_OFFSET}`);
