/** Whole seconds until then, one at least. */
export const secondsUntil = (then: Date, nowMs: number): number =>
  Math.max(1, Math.ceil((then.getTime() - nowMs) / 1000));
