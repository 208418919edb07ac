const MINUTE_MS = 60_000;

/** Waits between attempts to copy an image. */
const WAITS_MS = [1, 10, 60, 6 * 60, 24 * 60].map((minutes) => minutes * MINUTE_MS);

/** Maximum number of attempts. */
export const MAX_ATTEMPTS = WAITS_MS.length + 1;

/** Failures that another attempt would not change. */
const FINAL: readonly string[] = [
  'address_refused',
  'not_found',
  'refused',
  'too_large',
  'too_many_redirects',
  'image_type',
  'image_dimensions',
  'image_broken',
];

/** Wait until the next attempt in ms; undefined when there is none. @param attempts made so far, at least one */
export const waitAfter = (attempts: number, failure: string): number | undefined =>
  FINAL.includes(failure) ? undefined : WAITS_MS[attempts - 1];
