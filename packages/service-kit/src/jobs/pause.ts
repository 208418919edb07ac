/** A pause that can be ended early. */
export interface Pause {
  /** Resolves when the time has passed, or after `end`. */
  over: Promise<void>;
  end(this: void): void;
}

/** Starts a pause of at most `ms`. */
export function startPause(ms: number): Pause {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const end = () => {
    clearTimeout(timer);
    resolve();
  };
  return { over, end };
}
