import { AsyncLocalStorage } from 'node:async_hooks';
import { Fault } from './fault.ts';

const deadlines = new AsyncLocalStorage<number>();

/** Runs the work of a call; database statements within it end at the deadline, in ms since the epoch. */
export function withDeadline<T>(deadlineMs: number, work: () => T): T {
  return deadlines.run(deadlineMs, work);
}

/**
 * Milliseconds left to the call that runs, at least 1; undefined outside of calls, for example in jobs.
 * @throws Fault `timeout` when the deadline has passed: no caller waits for the rest of the work
 */
export function remainingMs(): number | undefined {
  const deadlineMs = deadlines.getStore();
  if (deadlineMs === undefined) return undefined;
  const left = Math.ceil(deadlineMs - Date.now());
  if (left <= 0) throw timedOut();
  return left;
}

/** The deadline of the caller has passed. */
export const timedOut = (cause?: unknown): Fault =>
  new Fault('timeout', 'The request took too long.', { cause });
