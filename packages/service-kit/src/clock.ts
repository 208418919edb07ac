/** The time, injected everywhere so that tests can make days pass at once. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };
