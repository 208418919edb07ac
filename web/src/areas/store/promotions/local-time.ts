import { STORE_ZONE } from '@commerce/console-api/zone.ts';

const formatter = new Intl.DateTimeFormat('sv-SE', {
  timeZone: STORE_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** Formats a timestamp as local time of the store: `2026-11-21T09:30`, the format of `datetime-local` fields. */
export const toLocalTime = (iso: string): string => formatter.format(new Date(iso)).replace(' ', 'T');

/** Parses local time of the store into a timestamp; undefined when invalid. */
export function fromLocalTime(text: string): string | undefined {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // Offset of the zone from UTC at that time.
  const offset = asUtc - Date.parse(`${toLocalTime(new Date(asUtc).toISOString())}Z`);
  return new Date(asUtc + offset).toISOString();
}
