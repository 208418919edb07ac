const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The waits before a mail that could not be sent is tried again, in ms: a mail server may be away for a weekend. */
export const MAIL_WAITS_MS: readonly number[] = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
  24 * HOUR,
];

/** How long to wait after the failed attempt, in ms; undefined when there is no further one. @param attempts made so far, this one included */
export const mailWaitMs = (attempts: number): number | undefined => MAIL_WAITS_MS[attempts - 1];
