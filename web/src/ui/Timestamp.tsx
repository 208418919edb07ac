import { day, dayAndTime, exactTime } from '../lib/format.ts';

/** Timestamp in the store's time zone; a dash for none. An exact one has seconds and the zone. */
export function Timestamp({
  at,
  dayOnly = false,
  exact = false,
}: {
  at: string | null | undefined;
  dayOnly?: boolean;
  exact?: boolean;
}) {
  const format = dayOnly ? day : exact ? exactTime : dayAndTime;
  if (at === undefined || at === null) return <span>—</span>;
  return (
    <time dateTime={at} title={exactTime(at)} className={exact ? 'figures' : 'figures nowrap'}>
      {format(at)}
    </time>
  );
}
