import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long bulk work holds the event loop before other work runs, in ms. */
const TURN_MS = 8;

/** Waits for a later macrotask once the turn of the event loop is used up; otherwise returns at once. */
export type Turn = () => Promise<void> | undefined;

/**
 * The pace of a loop over many rows: awaited between units of work of a few ms, it bounds how long everything else in the process waits.
 * Awaiting promises that are already resolved does not: it only runs microtasks.
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
