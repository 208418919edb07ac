/**
 * Length of a failing run that disables the endpoint, and of a pause without attempts that ends a run (decisions,
 * "Webhooks"), in ms.
 */
export const DISABLE_AFTER_MS = 48 * 3600 * 1000;

/** Bulk-job kind that cancels the ordinary deliveries of a disabled endpoint. */
export const CANCEL_DELIVERIES = 'cancel_deliveries';

export interface Health {
  active: boolean;
  /** Time of the first failure of the failing run; undefined for a healthy endpoint. */
  firstFailureAtMs: number | undefined;
  /** Time of the last failure, which is the last attempt too, because every attempt of a run fails. */
  lastFailureAtMs: number | undefined;
}

/**
 * The effect of a failed attempt on its endpoint: the start of the failing run, and whether it disables the endpoint.
 */
export function afterFailure(
  { active, firstFailureAtMs, lastFailureAtMs }: Health,
  nowMs: number,
): { firstFailureAtMs: number; disable: boolean } {
  const paused = nowMs - (lastFailureAtMs ?? nowMs) >= DISABLE_AFTER_MS;
  const since = paused ? nowMs : (firstFailureAtMs ?? nowMs);
  return { firstFailureAtMs: since, disable: active && nowMs - since >= DISABLE_AFTER_MS };
}
