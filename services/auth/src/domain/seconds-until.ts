/** Whole seconds until a time, at least one. */
export const secondsUntil = (then: Date, nowMs: number): number =>
  Math.max(1, Math.ceil((then.getTime() - nowMs) / 1000));
