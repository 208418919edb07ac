const TURN_MS = 100;

/**
 * Calls a function after a time that is counted in turns of this process's own timer: it is longer on a machine that is busy as a
 * whole, and a pause of the process, however long, counts as one turn.
 * @param ms a multiple of 100
 * @returns a function that cancels it
 */
export function afterOwnTime(ms: number, expired: () => void): () => void {
  let turns = 0;
  const timer = setInterval(() => {
    if (++turns < ms / TURN_MS) return;
    clearInterval(timer);
    expired();
  }, TURN_MS).unref();
  return () => clearInterval(timer);
}

/** Settles as `work` does, or rejects after a time of this process's own. @param ms a multiple of 100 */
export async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let stop: (() => void) | undefined;
  const timeout = new Promise<never>((_, reject) => {
    stop = afterOwnTime(ms, () => reject(new Error(`not within ${ms} ms`)));
  });
  return Promise.race([work, timeout]).finally(() => stop?.());
}
