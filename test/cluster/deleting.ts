import { setTimeout as sleep } from 'node:timers/promises';
import { processNames, type ProcessName } from '@commerce/deploy/local/services.ts';
import type { Installation } from './installation.ts';
import { nothingFailed, nothingLost, summaryOf } from './results.ts';
import type { TrafficResult } from './traffic-pod.ts';

const DELETING_MS = 30_000;

/** Deletes pods at random while each process has one. */
export async function deletions(installation: Installation): Promise<string[]> {
  installation.ensure();
  const { deleted, result } = await deleting(installation, processNames);
  nothingLost(result);
  return [
    `${deleted} pods of every process deleted at random in ${DELETING_MS / 1000} s: ${summaryOf(result)}`,
  ];
}

/** Deletes one of two pods at random, of one process after the other: no request may fail. */
export async function deletionsOfTwo(installation: Installation): Promise<string[]> {
  installation.ensureTwoPods();
  const { deleted, result } = await deleting(installation, installation.doubled, (process) => {
    const deployment = `deployment/commerce-${process}`;
    installation.namespace.kubectl('rollout', 'status', deployment, '--timeout', '120s');
  });
  nothingFailed(result);
  return [
    `one of two pods of ${installation.doubledNames}, ${deleted} times in ${DELETING_MS / 1000} s: ${summaryOf(result)}`,
  ];
}

/** Deletes pods under load, at most one in four seconds. @param recovered returns when the next one may be deleted */
async function deleting(
  installation: Installation,
  processes: readonly ProcessName[],
  recovered = (_process: ProcessName): void => undefined,
): Promise<{ deleted: number; result: TrafficResult }> {
  let deleted = 0;
  const result = await installation.during(async () => {
    for (const end = Date.now() + DELETING_MS; Date.now() < end;) {
      const process = processes[Math.floor(Math.random() * processes.length)]!;
      const pods = installation.pods(process);
      const pod = pods[Math.floor(Math.random() * pods.length)];
      if (pod !== undefined) {
        installation.namespace.kubectl('delete', 'pod', pod, '--wait=false');
        deleted += 1;
      }
      await sleep(4_000);
      recovered(process);
    }
    installation.namespace.rolledOut();
  });
  return { deleted, result };
}
