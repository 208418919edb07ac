/** Source of the current time, injected everywhere so that tests can advance it. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
}

/** The system clock. */
export const systemClock: Clock = { now: () => Date.now() };
