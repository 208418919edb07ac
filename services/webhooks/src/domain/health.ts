/** How long all attempts have failed when an endpoint is disabled (contract, section 8), in ms. */
export const DISABLE_AFTER_MS = 48 * 3600 * 1000;

/** What is kept of an endpoint's health. */
export interface Health {
  active: boolean;
  /** The first failure since the last success. */
  firstFailureAtMs: number | undefined;
}

/** What a failed attempt means for its endpoint: whether it is the first, and whether it disables. */
export function afterFailure(
  { active, firstFailureAtMs }: Health,
  nowMs: number,
): { firstFailureAtMs: number; disable: boolean } {
  const since = firstFailureAtMs ?? nowMs;
  return { firstFailureAtMs: since, disable: active && nowMs - since >= DISABLE_AFTER_MS };
}
