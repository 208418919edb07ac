import { setTimeout as sleep } from 'node:timers/promises';
import { StackError } from './stack-error.ts';
import type { SupervisedProcess } from './supervised-process.ts';

const patienceMs = 90_000;
const crashesToGiveUp = 3;

async function isReady(adminUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(2000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/**
 * Waits until the process answers `/readyz` with 200. Throws `StackError` when it keeps crashing or is not ready after
 * a minute and a half.
 */
export async function untilReady(
  process: SupervisedProcess,
  adminUrl: string,
  signal: AbortSignal,
): Promise<void> {
  const { name, logFile } = process.spec;
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(100)) {
    signal.throwIfAborted();
    if (await isReady(adminUrl)) return;
    if (process.crashesInARow >= crashesToGiveUp)
      throw new StackError(`${name} ends each time it starts (${process.lastExit}): its log is ${logFile}.`);
  }
  throw new StackError(`${name} was not ready after ${patienceMs / 1000} s: its log is ${logFile}.`);
}
