import { STORE_ZONE } from '@commerce/console-api/zone.ts';

const wall = new Intl.DateTimeFormat('sv-SE', {
  timeZone: STORE_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** A moment as the clock on the wall of the store shows it: `2026-11-21T09:30`, as fields for times want it. */
export const toWall = (iso: string): string => wall.format(new Date(iso)).replace(' ', 'T');

/** The moment at which the clock of the store shows a time; undefined for what is none. */
export function fromWall(text: string): string | undefined {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // The zone is that far from UTC then.
  const offset = asUtc - Date.parse(`${toWall(new Date(asUtc).toISOString())}Z`);
  return new Date(asUtc + offset).toISOString();
}
