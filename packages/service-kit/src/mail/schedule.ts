const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Pauses between attempts to send a mail, in ms: a mail server may be down for a weekend. */
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

/**
 * Pause after a failed attempt, in ms; undefined after the last one.
 * @param attempts number of attempts so far, including this one
 */
export const mailWaitMs = (attempts: number): number | undefined => MAIL_WAITS_MS[attempts - 1];
