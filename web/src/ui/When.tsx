import { day, dayAndTime } from '../lib/format.ts';

/** A moment in the store's zone; a dash where there is none. */
export function When({ at, dayOnly = false }: { at: string | null | undefined; dayOnly?: boolean }) {
  if (at === undefined || at === null) return <span>—</span>;
  return (
    <time dateTime={at} title={dayAndTime(at)}>
      {dayOnly ? day(at) : dayAndTime(at)}
    </time>
  );
}
