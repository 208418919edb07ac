/** How long a run of failures lasts when it disables the endpoint, and how long a pause ends a run (decisions, "Webhooks"), in ms. */
export const DISABLE_AFTER_MS = 48 * 3600 * 1000;

/** An endpoint's health. */
export interface Health {
  active: boolean;
  /** The first failure of the failing run; undefined for a healthy endpoint. */
  firstFailureAtMs: number | undefined;
  /** The last one; in a run every attempt fails, so it is the last attempt as well. */
  lastFailureAtMs: number | undefined;
}

/** What a failed attempt means for its endpoint: when the failing run began, and whether it disables. */
export function afterFailure(
  { active, firstFailureAtMs, lastFailureAtMs }: Health,
  nowMs: number,
): { firstFailureAtMs: number; disable: boolean } {
  const paused = nowMs - (lastFailureAtMs ?? nowMs) >= DISABLE_AFTER_MS;
  const since = paused ? nowMs : (firstFailureAtMs ?? nowMs);
  return { firstFailureAtMs: since, disable: active && nowMs - since >= DISABLE_AFTER_MS };
}
