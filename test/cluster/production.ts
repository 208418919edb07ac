import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHART, Installation } from './installation.ts';
import { must, until, type Namespace } from './kubernetes.ts';
import { isReplicated, killServers, SERVERS } from './nats.ts';
import { expectBefore, writtenAround } from './restoring.ts';
import { nothingLost, seconds, summaryOf } from './results.ts';

const OPERATED = 'clusters.postgresql.cnpg.io';
/** Clusters of PostgreSQL, as the chart names them. */
const CLUSTERS = ['commerce-postgres', 'commerce-limits'];
/** Standbys are copied one after the other, each after a checkpoint, which takes up to five minutes under load. */
const HEALTHY_MS = 900_000;
const RECOVERY_MS = 180_000;
/** Traffic after the restoration, while standbys are copied. */
const RESTORED_MS = 10_000;
const DOCUMENT = 'docs/operations.md';
const PRODUCTION = [
  'secrets.source=existing',
  'demo.enabled=true',
  `global.publicUrl=${Installation.publicUrl}`,
];
/** Hooks would run before the databases exist. */
const AS_JOBS = 'global.migrations.mode=job';

/**
 * Installs the production profile as docs/operations.md does, kills the primary of each Cluster and each NATS server
 * under load, and restores all databases to a point in time.
 */
export async function production({ options, tag }: Installation): Promise<string[]> {
  const folder = options.production;
  if (folder === undefined) throw new Error('--production is missing');
  const own = { ...options, namespace: `${options.namespace}-production` };
  const values = [`${CHART}/values-production.yaml`, path.join(folder, 'platform.yaml')];
  const platform = new Installation(own, tag, { values, set: PRODUCTION });
  const { namespace } = platform;
  namespace.make();
  try {
    const installedAt = Date.now();
    namespace.kubectl('apply', '--filename', path.join(folder, 'manifests.yaml'));
    makeSecrets(platform);
    platform.upgrade(AS_JOBS);
    installNats(namespace, options.natsChart, path.join(folder, 'nats.yaml'));
    await settled(namespace);
    const installed = seconds(installedAt);
    namespace.helm('test', Installation.release, '--timeout', '5m');
    const result = await platform.during(() => killAll(namespace));
    nothingLost(result);
    const restored = await restoreToPoint(platform, values);
    return [
      `three instances of each Cluster of CloudNativePG, three NATS servers with values-nats.yaml, certificates by cert-manager: healthy after ${installed}, \`helm test\` passed`,
      `each primary and each NATS server killed in turn: ${summaryOf(result)}`,
      restored,
    ];
  } finally {
    if (!options.keep) {
      // A namespace with pods that end slowly is checked again a quarter of an hour later.
      namespace.kubectl('delete', OPERATED, '--all');
      namespace.kubectl('delete', 'pod', '--selector', 'cnpg.io/cluster', '--force', '--grace-period=0');
      namespace.remove('--wait=false');
    }
  }
}

/** Runs the command that the chart prints while it has no Secrets. */
function makeSecrets(platform: Installation): void {
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

interface Cluster {
  spec: { instances: number };
  status?: { readyInstances?: number; currentPrimary?: string; phase?: string };
}

const clusterOf = (namespace: Namespace, name: string): Cluster =>
  JSON.parse(namespace.kubectl('get', OPERATED, name, '--output', 'json')) as Cluster;

const primaryOf = (namespace: Namespace, name: string): string =>
  clusterOf(namespace, name).status!.currentPrimary!;

function isHealthy(namespace: Namespace, name: string): boolean {
  const { spec, status } = clusterOf(namespace, name);
  return status?.phase === 'Cluster in healthy state' && status.readyInstances === spec.instances;
}

const isBackedUp = (namespace: Namespace): boolean =>
  namespace.kubectl('get', 'backups.postgresql.cnpg.io', '--output', 'jsonpath={.items[*].status.phase}') ===
  'completed';

async function killAll(namespace: Namespace): Promise<void> {
  for (const name of CLUSTERS) {
    const primary = primaryOf(namespace, name);
    namespace.kubectl('delete', 'pod', primary, '--grace-period=1');
    await until(`${name} has another primary`, () => primaryOf(namespace, name) !== primary);
    await until(`${name} is healthy`, () => isHealthy(namespace, name), RECOVERY_MS);
  }
  await killServers(namespace);
}

/** Restores the state before the last change, following docs/operations.md. @param values files of the installation */
async function restoreToPoint(platform: Installation, values: string[]): Promise<string> {
  const { namespace, options, tag } = platform;
  const before = await writtenAround(platform, () => new Date().toISOString());
  await archived(namespace);
  const startedAt = Date.now();
  lose(namespace);
  const folder = mkdtempSync(path.join(tmpdir(), 'commerce-restore-'));
  const restore = path.join(folder, 'restore.yaml');
  writeFileSync(restore, restoreValues(before.backup));
  const restored = new Installation(options, tag, { values: [...values, restore], set: PRODUCTION });
  try {
    restored.upgrade(AS_JOBS);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const took = seconds(startedAt);
  await expectBefore(restored, before);
  const result = await restored.during(() => sleep(RESTORED_MS));
  nothingLost(result);
  return `all databases restored to a point in time in ${took}: the state of that time is complete and tokens are valid; afterwards ${summaryOf(result)}`;
}

/** Has the WAL of all changes archived. */
async function archived(namespace: Namespace): Promise<void> {
  const psql = (sql: string): string =>
    namespace
      .kubectl('exec', primaryOf(namespace, 'commerce-postgres'), '-c', 'postgres', '--', 'psql', '-Atc', sql)
      .trim();
  const file = psql('select pg_walfile_name(pg_switch_wal())');
  const isArchived = `select last_archived_wal >= '${file}' from pg_stat_archiver`;
  await until(`${file} is archived`, () => psql(isArchived) === 't');
}

function lose(namespace: Namespace): void {
  namespace.helm('uninstall', Installation.release, '--wait');
  const ours = `app.kubernetes.io/part-of=${Installation.release}`;
  namespace.kubectl('delete', 'databases.postgresql.cnpg.io', '--selector', ours);
  namespace.kubectl('delete', OPERATED, ...CLUSTERS);
  namespace.kubectl('scale', 'statefulset', 'commerce-nats', '--replicas', '0');
  namespace.kubectl('delete', 'pvc', ...SERVERS.map((server) => `commerce-nats-js-${server}`));
  namespace.kubectl('scale', 'statefulset', 'commerce-nats', '--replicas', String(SERVERS.length));
}

/** restore.yaml of docs/operations.md for a time, e.g. 2026-11-26T02:00:00.000Z. */
function restoreValues(time: string): string {
  const yaml = /```yaml\n(cnpg:\n[^`]*recoveryTarget[^`]*)```/.exec(readFileSync(DOCUMENT, 'utf8'))![1]!;
  return yaml.replace(/targetTime: '[^']+'/, `targetTime: '${time}'`);
}
