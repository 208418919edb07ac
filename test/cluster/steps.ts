import { setTimeout as sleep } from 'node:timers/promises';
import { AFTER_MS, BEFORE_MS, type Installation } from './installation.ts';
import { fullStorage, networkCut } from './cutting.ts';
import { deletions, deletionsOfTwo } from './deleting.ts';
import { hanging } from './hanging.ts';
import { until } from './kubernetes.ts';
import { outside } from './outside/step.ts';
import { metricSum } from './metrics.ts';
import { fullDisk } from './disk.ts';
import { drain } from './draining.ts';
import { nats } from './nats.ts';
import { productionRestore } from './production-restoring.ts';
import { productionRotation } from './production-rotating.ts';
import { production, productionBackends } from './production.ts';
import { alone, autoscale, upgrade } from './releasing.ts';
import { failedOnlyBy, nothingFailed, nothingLost, seconds, summaryOf } from './results.ts';
import { restore } from './restoring.ts';
import { keyRings, rotation } from './rotating.ts';
import { clockStep } from './stepping.ts';
import { unauthorizedCallers } from './unauthorized-callers.ts';

/** A step of the test. @returns lines of the report; throws when a check fails */
export type Step = (installation: Installation) => Promise<string[]>;

const SPREAD_WITHIN_MS = 10_000;

type Steps = Record<string, Step>;

/** Steps that can run on either platform. */
const eitherSteps: Steps = {
  upgrade,
  'deletions-of-two': deletionsOfTwo,
  drain,
  hanging,
  'key-rings': keyRings,
};

/** Steps on a trial, in order. */
export const trialSteps: Steps = {
  install,
  outside,
  'unauthorized-callers': unauthorizedCallers,
  scale,
  autoscale,
  alone,
  rotation,
  deletions,
  ...eitherSteps,
  'clock-step': clockStep,
  backends,
  'network-cut': networkCut,
  'full-storage': fullStorage,
  'full-disk': fullDisk,
  restore,
  nats,
};

/** Steps on the production profile, in order. */
export const productionSteps: Steps = {
  production,
  'production-backends': productionBackends,
  ...eitherSteps,
  'production-rotation': productionRotation,
  'production-restore': productionRestore,
};

/** Steps of the trial that are left out by default where steps of the production profile do the same. */
export const REPLACED = ['backends', 'restore', 'nats'];

/** Names of the recorded rows, in order: all steps, and a whole run. */
export const stepNames = [...new Set([...Object.keys(trialSteps), ...Object.keys(productionSteps), 'all'])];

/** Installs a trial. */
export async function install(installation: Installation): Promise<string[]> {
  const startedAt = Date.now();
  installation.upgrade();
  const installed = seconds(startedAt);
  installation.namespace.helm('test', 'commerce', '--timeout', '5m');
  return [`installed for a trial in ${installed}, \`helm test\` passed`];
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
    if (backend === 'nats') nothingFailed(result);
    else {
      nothingLost(result);
      failedOnlyBy(result, '503');
    }
    lines.push(`the pod of ${backend} killed: ${summaryOf(result)}`);
  }
  return lines;
}

/** Number of gRPC calls that a pod has answered, without health checks. */
const callsOf = (installation: Installation, pod: string): number =>
  metricSum(installation, pod, ['rpc_server_duration_seconds_count']);
