import path from 'node:path';
import { processNames } from '@commerce/deploy/local/services.ts';
import { CLUSTERS, isHealthy, killPrimaries, OPERATED } from './clusters.ts';
import { CHART, Installation, type Profile } from './installation.ts';
import { must, until, type Namespace } from './kubernetes.ts';
import { isReplicated, natsServers } from './nats.ts';
import type { Options } from './options.ts';
import { failedOnlyBy, nothingLost, seconds, summaryOf } from './results.ts';

/** Standbys are copied one after the other, each after a checkpoint, which takes up to five minutes under load. */
const HEALTHY_MS = 900_000;
const RECOVERY_MS = 180_000;
/** Longest outage while a standby becomes the primary. */
const FAILOVER_MS = 30_000;
/** Hooks would run before the databases exist. */
export const AS_JOBS = 'global.migrations.mode=job';

/** Files with the settings of the cluster. */
interface Folder {
  manifests: string;
  platform: string;
  nats: string;
}

const filesOf = (folder: string): Folder => ({
  manifests: path.join(folder, 'manifests.yaml'),
  platform: path.join(folder, 'platform.yaml'),
  nats: path.join(folder, 'nats.yaml'),
});

/** The production profile, in which every process has two pods. @param more values files */
export const productionProfile = (folder: string, ...more: string[]): Profile => ({
  values: [`${CHART}/values-production.yaml`, filesOf(folder).platform, ...more],
  set: ['secrets.source=existing', 'demo.enabled=true', `global.publicUrl=${Installation.publicUrl}`],
  doubled: processNames,
  twoPods: [AS_JOBS],
});

/** The platform of the production profile, in a namespace of its own. */
export const productionPlatform = (options: Options, folder: string, tag: string): Installation =>
  new Installation(
    { ...options, namespace: `${options.namespace}-production` },
    tag,
    productionProfile(folder),
  );

/** Installs the production profile as docs/operations.md does. */
export async function production(platform: Installation): Promise<string[]> {
  const { namespace } = platform;
  const installedAt = Date.now();
  installProduction(platform);
  await settled(namespace);
  const installed = seconds(installedAt);
  namespace.helm('test', Installation.release, '--timeout', '5m');
  return [
    `three instances of each Cluster of CloudNativePG, three NATS servers with values-nats.yaml, certificates by cert-manager: healthy after ${installed}, \`helm test\` passed`,
  ];
}

/** Makes the Secrets that are missing, and installs the platform and NATS. */
export function installProduction(platform: Installation): void {
  const { namespace, options } = platform;
  const files = filesOf(options.production!);
  namespace.kubectl('apply', '--filename', files.manifests);
  makeSecrets(platform);
  platform.upgrade(AS_JOBS);
  installNats(namespace, options.natsChart, files.nats);
}

/** Kills the primary of each Cluster, and then each NATS server, under load. */
export async function productionBackends(platform: Installation): Promise<string[]> {
  const result = await platform.during(() => killPrimaries(platform.namespace));
  nothingLost(result);
  // A request that waited for the old primary until its deadline fails with 504.
  failedOnlyBy(result, '503', '504');
  if (result.longestOutageMs > FAILOVER_MS)
    throw new Error(`the outage was longer than ${FAILOVER_MS} ms: ${JSON.stringify(result)}`);
  return [`the primary of each Cluster killed: ${summaryOf(result)}`, ...(await natsServers(platform))];
}

/** Deletes the namespace, if it is there, without waiting for it. */
export function removeProduction({ namespace }: Installation): void {
  // A namespace with pods that end slowly is checked again a quarter of an hour later.
  namespace.kubectl('delete', OPERATED, '--all', '--wait=false');
  namespace.kubectl('delete', 'pod', '--selector', 'cnpg.io/cluster', '--force', '--grace-period=0');
  namespace.remove('--wait=false', '--ignore-not-found');
}

/** Runs the command that the chart prints while it has no Secrets: it makes those that are missing. */
export function makeSecrets(platform: Installation): void {
  let refusal = '';
  try {
    platform.upgrade('secrets.source=');
  } catch (error) {
    refusal = (error as Error).message;
  }
  const command = /`pnpm (secrets [^`]+)`/.exec(refusal)?.[1];
  if (command === undefined) throw new Error(`the chart printed no command for its Secrets: ${refusal}`);
  must(process.execPath, ['deploy/secrets/main.ts', ...command.split(' ').slice(1)]);
}

/** @param chart as arguments of helm install */
function installNats(namespace: Namespace, chart: string, values: string): void {
  const files = ['--values', `${CHART}/values-nats.yaml`, '--values', values];
  namespace.helm('install', 'commerce-nats', ...chart.split(' '), ...files);
}

/** Waits until all instances of PostgreSQL, servers of NATS and pods of the platform are ready. */
async function settled(namespace: Namespace): Promise<void> {
  await until(
    'every Cluster is healthy',
    () => CLUSTERS.every((name) => isHealthy(namespace, name)),
    HEALTHY_MS,
  );
  namespace.kubectl('rollout', 'status', 'statefulset/commerce-nats', '--timeout', '180s');
  namespace.rolledOut();
  await until('the first base backup is complete', () => isBackedUp(namespace), RECOVERY_MS);
  await until('every stream has three replicas', () => isReplicated(namespace), RECOVERY_MS);
}

const isBackedUp = (namespace: Namespace): boolean =>
  namespace.kubectl('get', 'backups.postgresql.cnpg.io', '--output', 'jsonpath={.items[*].status.phase}') ===
  'completed';
