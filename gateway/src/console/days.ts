import { STORE_ZONE } from '@commerce/console-api/zone.ts';

const DAY_MS = 24 * 3600 * 1000;
// Sweden writes dates as ISO 8601 has them.
const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone: STORE_ZONE });

/** That many days up to the one of the moment, YYYY-MM-DD in the store's zone. */
export function daysUntil(nowMs: number, count: number): string[] {
  const today = Date.parse(isoDay.format(nowMs));
  return Array.from({ length: count }, (_day, n) =>
    new Date(today - (count - 1 - n) * DAY_MS).toISOString().slice(0, 10),
  );
}
