import { setTimeout as sleep } from 'node:timers/promises';
import { AFTER_MS, BEFORE_MS, Installation } from './installation.ts';
import { newerCatalog } from './images.ts';
import { until } from './kubernetes.ts';
import { nothingFailed, seconds, summaryOf } from './results.ts';

/** Resource kinds that the chart creates for a process and that stay in use. */
const PARTS = 'deployment,service,serviceaccount,networkpolicy,poddisruptionbudget';
const SCALING_MS = 300_000;

/** Upgrades catalog with a migration under load, and rolls back. */
export async function upgrade(installation: Installation): Promise<string[]> {
  const newer = newerCatalog(installation.options, installation.tag);
  const result = await installation.during(async () => {
    installation.upgrade(`catalog.image.tag=${newer}`, 'global.migrations.mode=hook');
    await sleep(AFTER_MS);
    installation.rollback();
  });
  nothingFailed(result);
  return [`upgrade with a migration, and rollback, under load: ${summaryOf(result)}`];
}

/** Tests that the autoscaler adds pods of pricing under load and removes them afterwards. */
export async function autoscale(installation: Installation): Promise<string[]> {
  const { namespace } = installation;
  const scaling = ['enabled=true', 'minReplicas=1', 'maxReplicas=2', 'targetCpuUtilization=100'];
  installation.upgrade(...scaling.map((value) => `pricing.autoscaling.${value}`));
  // The chart's stabilization of five minutes is right for production, not for a test.
  const soon = {
    scaleDown: {
      stabilizationWindowSeconds: 15,
      policies: [{ type: 'Pods', value: 1, periodSeconds: 15 }],
    },
  };
  const patch = JSON.stringify({ spec: { behavior: soon } });
  namespace.kubectl('patch', 'hpa', 'commerce-pricing', '--type', 'merge', '--patch', patch);
  const pods = () => installation.pods('pricing').length;
  const heavy = await installation.traffic(5);
  const loadedAt = Date.now();
  await until('the autoscaler adds pods of pricing', () => pods() >= 2, SCALING_MS);
  const up = seconds(loadedAt);
  await sleep(10_000);
  const most = pods();
  const busy = await heavy.stop();
  const light = await installation.traffic(2_000);
  const loadEndedAt = Date.now();
  await until('the autoscaler removes them', () => pods() === 1, SCALING_MS);
  const down = seconds(loadEndedAt);
  await sleep(AFTER_MS);
  const calm = await light.stop();
  installation.upgrade();
  for (const result of [busy, calm]) nothingFailed(result);
  return [
    `pricing scaled by its CPU to ${most} pods, the first after ${up} of load: ${summaryOf(busy)}`,
    `back to one ${down} after the load: ${summaryOf(calm)}`,
  ];
}

/** Moves pricing to a separate release while it is in use, and upgrades that release. */
export async function alone(installation: Installation): Promise<string[]> {
  const { namespace, options, tag } = installation;
  const { release } = Installation;
  const mine = ['--selector', `app.kubernetes.io/part-of=${release},app.kubernetes.io/name=pricing`];
  const chart = ['charts/service', '--wait', '--timeout', '5m'];
  const traffic = await installation.traffic();
  await sleep(BEFORE_MS);
  namespace.kubectl('annotate', PARTS, ...mine, 'helm.sh/resource-policy=keep');
  installation.upgrade('pricing.enabled=false');
  const values = [`global.platform=${release}`, `global.image.prefix=${options.prefix}`, `image.tag=${tag}`];
  const set = values.flatMap((value) => ['--set', value]);
  const own = ['--values', 'charts/service/processes/pricing.yaml', ...set];
  namespace.helm('install', 'pricing', ...chart, '--take-ownership', ...own);
  namespace.kubectl('annotate', PARTS, ...mine, 'helm.sh/resource-policy-');
  await sleep(AFTER_MS);
  namespace.helm('upgrade', 'pricing', ...chart, ...own, '--set', 'replicas=2');
  await until('pricing has two pods', () => installation.pods('pricing').length === 2);
  installation.upgrade('pricing.enabled=false');
  await sleep(AFTER_MS);
  const result = await traffic.stop();
  const { length: left } = installation.pods('pricing');
  namespace.helm('uninstall', 'pricing', '--wait');
  installation.upgrade();
  nothingFailed(result);
  if (left !== 2) throw new Error(`the platform's upgrade left ${left} pods of pricing`);
  return [`pricing moved to a separate release and scaled by it, under load: ${summaryOf(result)}`];
}
