import { AsyncLocalStorage } from 'node:async_hooks';
import { Fault } from './fault.ts';

const deadlines = new AsyncLocalStorage<number>();

/**
 * The deadline in a number of ms, as a time of a clock of this process that the system's clock does not change: when that one is set,
 * calls neither end early nor wait longer.
 */
export const deadlineIn = (ms: number): number => performance.now() + ms;

/** Milliseconds until a deadline; negative after it. */
export const msUntil = (deadlineMs: number): number => deadlineMs - performance.now();

/** Runs the work of a call; its database statements end at the deadline. */
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
  const left = Math.ceil(msUntil(deadlineMs));
  if (left <= 0) throw timedOut();
  return left;
}

/** Refusal for a call whose deadline has passed. */
export const timedOut = (cause?: unknown): Fault =>
  new Fault('timeout', 'The request took too long.', { cause });
