import { setImmediate as nextTurn } from 'node:timers/promises';

/** Time that bulk work blocks the event loop before other work runs, in ms. */
const TURN_MS = 8;

/** Waits for a later macrotask when the time slice is used up; otherwise returns immediately. */
export type Turn = () => Promise<void> | undefined;

/**
 * Starts a time slice for a loop over many rows: await it between units of work of a few ms to bound how long
 * the rest of the process waits. Awaiting promises that are already resolved does not yield: it only runs
 * microtasks.
 */
export function newTurn(): Turn {
  let until = performance.now() + TURN_MS;
  return () => {
    if (performance.now() < until) return undefined;
    return nextTurn().then(() => {
      until = performance.now() + TURN_MS;
    });
  };
}
