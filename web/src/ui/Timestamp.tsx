import { day, dayAndTime } from '../lib/format.ts';

/** Timestamp in the store's time zone; a dash for none. */
export function Timestamp({ at, dayOnly = false }: { at: string | null | undefined; dayOnly?: boolean }) {
  if (at === undefined || at === null) return <span>—</span>;
  return (
    <time dateTime={at} title={dayAndTime(at)} className="figures nowrap">
      {dayOnly ? day(at) : dayAndTime(at)}
    </time>
  );
}
