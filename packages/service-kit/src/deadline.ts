import { AsyncLocalStorage } from 'node:async_hooks';
import { Fault } from './fault.ts';

const deadlines = new AsyncLocalStorage<number>();

/** Runs the work of a call; its database statements end at the deadline, in ms since the epoch. */
export function withDeadline<T>(deadlineMs: number, work: () => T): T {
  return deadlines.run(deadlineMs, work);
}

/**
 * Milliseconds left for the running call, at least 1; undefined outside of calls, for example in jobs.
 * @throws Fault `timeout` when the deadline has passed, because the caller no longer waits
 */
export function remainingMs(): number | undefined {
  const deadlineMs = deadlines.getStore();
  if (deadlineMs === undefined) return undefined;
  const left = Math.ceil(deadlineMs - Date.now());
  if (left <= 0) throw timedOut();
  return left;
}

/** Refusal for a call whose deadline has passed. */
export const timedOut = (cause?: unknown): Fault =>
  new Fault('timeout', 'The request took too long.', { cause });
