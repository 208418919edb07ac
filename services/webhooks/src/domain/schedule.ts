const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The waits before each retry (contract, section 6, "Retries"), in ms. */
export const RETRY_WAITS_MS: readonly number[] = [
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  16 * HOUR,
];

/** Attempts that a delivery has: the first, and one after each wait. */
export const MAX_ATTEMPTS = RETRY_WAITS_MS.length + 1;

const JITTER = 0.1;
/** How far a receiver may lengthen a wait (decisions, "Webhooks"). */
const MAX_LENGTHENING = 2;

/**
 * How long to wait after a failed attempt, in ms.
 * @param attempts made so far, this one included
 * @param random a number in [0, 1)
 * @param askedMs what the receiver's Retry-After asks for
 * @returns undefined when there is no further attempt
 */
export function retryWaitMs(attempts: number, random: number, askedMs = 0): number | undefined {
  const wait = RETRY_WAITS_MS[attempts - 1];
  if (wait === undefined) return undefined;
  const scheduled = wait * (1 - JITTER + 2 * JITTER * random);
  return Math.round(Math.max(scheduled, Math.min(askedMs, scheduled * MAX_LENGTHENING)));
}

/** What a Retry-After (RFC 9110, section 10.2.3: seconds or a date) of an answer asks for, in ms; 0 for nothing. */
export function retryAfterMs(status: number, header: string | undefined, nowMs: number): number {
  if ((status !== 429 && status !== 503) || header === undefined) return 0;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  // Only the dates of HTTP: what else Date.parse understands depends on where it runs.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return 0;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, at - nowMs);
}
