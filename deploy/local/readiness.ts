import { setTimeout as sleep } from 'node:timers/promises';
import { isFree, PortTaken } from './ports.ts';
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

/** Checks that another program listens on the port while the process is down after a crash. */
async function isTaken(process: SupervisedProcess, port: number): Promise<boolean> {
  const isDown = (): boolean => process.crashesInARow > 0 && process.pid === undefined;
  return isDown() && !(await isFree(port)) && isDown();
}

/**
 * Waits until the process answers `/readyz` with 200. Throws `PortTaken` when it exited because another program listens on one of
 * its ports, and `StackError` when it keeps crashing or is not ready after a minute and a half.
 */
export async function untilReady(
  process: SupervisedProcess,
  adminUrl: string,
  ports: number[],
  signal: AbortSignal,
): Promise<void> {
  const { name, logFile } = process.spec;
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(100)) {
    signal.throwIfAborted();
    if (await isReady(adminUrl)) return;
    for (const port of ports) if (await isTaken(process, port)) throw new PortTaken(port);
    if (process.crashesInARow >= crashesToGiveUp)
      throw new StackError(`${name} exits each time it starts (${process.lastExit}): its log is ${logFile}.`);
  }
  throw new StackError(`${name} was not ready after ${patienceMs / 1000} s: its log is ${logFile}.`);
}
