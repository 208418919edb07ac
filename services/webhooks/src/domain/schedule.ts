const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits before each retry (contract, section 6, "Retries"), in ms. */
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

/** Attempts of a delivery: the first one, and one after each wait. */
export const MAX_ATTEMPTS = RETRY_WAITS_MS.length + 1;

const JITTER = 0.1;
/** Factor by which a receiver may extend a wait (decisions, "Webhooks"). */
const MAX_EXTENSION = 2;

/**
 * The wait after a failed attempt, in ms.
 * @param attempts made so far, including this one
 * @param random a number in [0, 1)
 * @param requestedMs the wait of the receiver's Retry-After
 * @returns undefined when there is no further attempt
 */
export function retryWaitMs(attempts: number, random: number, requestedMs = 0): number | undefined {
  const wait = RETRY_WAITS_MS[attempts - 1];
  if (wait === undefined) return undefined;
  const scheduled = wait * (1 - JITTER + 2 * JITTER * random);
  return Math.round(Math.max(scheduled, Math.min(requestedMs, scheduled * MAX_EXTENSION)));
}

/** The wait of a response's Retry-After (RFC 9110, section 10.2.3: seconds or a date), in ms; 0 without one. */
export function retryAfterMs(status: number, header: string | undefined, nowMs: number): number {
  if ((status !== 429 && status !== 503) || header === undefined) return 0;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  // HTTP dates only: the other formats that Date.parse accepts depend on the runtime.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return 0;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, at - nowMs);
}
