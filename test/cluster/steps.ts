import { setTimeout as sleep } from 'node:timers/promises';
import { processNames, type ProcessName } from '@commerce/deploy/local/services.ts';
import { AFTER_MS, BEFORE_MS, DOUBLED, TWO_PODS, type Installation } from './installation.ts';
import { fullStorage, networkCut } from './cutting.ts';
import { hanging } from './hanging.ts';
import { newerCatalog } from './images.ts';
import { until } from './kubernetes.ts';
import { outside } from './outside/step.ts';
import { metricSum } from './metrics.ts';
import { fullDisk } from './disk.ts';
import { drain } from './draining.ts';
import { nats } from './nats.ts';
import { production } from './production.ts';
import { alone, autoscale } from './releasing.ts';
import { nothingFailed, nothingLost, seconds, summaryOf } from './results.ts';
import { restore } from './restoring.ts';
import { rotation } from './rotating.ts';
import type { TrafficResult } from './traffic-pod.ts';
import { clockStep } from './stepping.ts';
import { unauthorizedCallers } from './unauthorized-callers.ts';

/** A step of the test. @returns lines of the report; throws when a check fails */
export type Step = (installation: Installation) => Promise<string[]>;

const DELETING_MS = 30_000;
const SPREAD_WITHIN_MS = 10_000;

/** All steps, in order. */
export const steps: Record<string, Step> = {
  install,
  outside,
  'unauthorized-callers': unauthorizedCallers,
  upgrade,
  scale,
  autoscale,
  alone,
  rotation,
  deletions,
  drain,
  hanging,
  'clock-step': clockStep,
  backends,
  'network-cut': networkCut,
  'full-storage': fullStorage,
  'full-disk': fullDisk,
  restore,
  nats,
  production,
};

async function install(installation: Installation): Promise<string[]> {
  const startedAt = Date.now();
  installation.upgrade();
  const installed = seconds(startedAt);
  installation.namespace.helm('test', 'commerce', '--timeout', '5m');
  return [`installed for a trial in ${installed}, \`helm test\` passed`];
}

async function upgrade(installation: Installation): Promise<string[]> {
  const newer = newerCatalog(installation.options, installation.tag);
  const result = await installation.during(async () => {
    installation.upgrade(`catalog.image.tag=${newer}`, 'global.migrations.mode=hook');
    await sleep(AFTER_MS);
    installation.rollback();
  });
  nothingFailed(result);
  return [`upgrade with a migration, and rollback, under load: ${summaryOf(result)}`];
}

async function scale(installation: Installation): Promise<string[]> {
  const { namespace } = installation;
  const traffic = await installation.traffic();
  await sleep(BEFORE_MS);
  namespace.kubectl('scale', 'deployment', 'commerce-pricing', '--replicas', '4');
  namespace.kubectl('rollout', 'status', 'deployment/commerce-pricing', '--timeout', '120s');
  const startedAt = Date.now();
  await until('every pod of pricing receives calls', () => {
    const pods = installation.pods('pricing');
    return pods.length === 4 && pods.every((pod) => callsOf(installation, pod) > 0);
  });
  const spreadMs = Date.now() - startedAt;
  namespace.kubectl('scale', 'deployment', 'commerce-pricing', '--replicas', '1');
  await until('three pods of pricing have ended', () => installation.pods('pricing').length === 1);
  await sleep(AFTER_MS);
  const result = await traffic.stop();
  nothingFailed(result);
  if (spreadMs > SPREAD_WITHIN_MS) throw new Error(`it took ${spreadMs} ms until calls reached every pod`);
  return [
    `pricing from 1 to 4 pods (each called after ${(spreadMs / 1000).toFixed(1)} s) and back: ${summaryOf(result)}`,
  ];
}

/** Deletes pods at random: while each process has one, and then one of two, where no request may fail. */
async function deletions(installation: Installation): Promise<string[]> {
  const { namespace } = installation;
  installation.ensure();
  const single = await deleting(installation, processNames);
  nothingLost(single.result);
  installation.ensure(...TWO_PODS);
  const doubled = await deleting(installation, DOUBLED, (process) => {
    namespace.kubectl('rollout', 'status', `deployment/commerce-${process}`, '--timeout', '120s');
  });
  nothingFailed(doubled.result);
  return [
    `${single.deleted} pods of every process deleted at random in ${DELETING_MS / 1000} s: ${summaryOf(single.result)}`,
    `one of two pods of each process but catalog, ${doubled.deleted} times in ${DELETING_MS / 1000} s: ${summaryOf(doubled.result)}`,
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

async function backends(installation: Installation): Promise<string[]> {
  const lines: string[] = [];
  const { namespace } = installation;
  for (const backend of ['nats', 'postgres']) {
    const result = await installation.during(async () => {
      // Killed after a second; with force, Kubernetes would start the next pod without knowing that this one has ended.
      namespace.kubectl('delete', 'pod', `commerce-${backend}-0`, '--grace-period=1');
      await sleep(5_000);
      namespace.kubectl('rollout', 'status', `statefulset/commerce-${backend}`, '--timeout', '120s');
    });
    nothingLost(result);
    lines.push(`the pod of ${backend} killed: ${summaryOf(result)}`);
  }
  return lines;
}

/** Number of gRPC calls that a pod has answered, without health checks. */
const callsOf = (installation: Installation, pod: string): number =>
  metricSum(installation, pod, ['rpc_server_duration_seconds_count']);
