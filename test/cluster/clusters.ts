import { until, type Namespace } from './kubernetes.ts';

/** Resource kind of the operator CloudNativePG. */
export const OPERATED = 'clusters.postgresql.cnpg.io';
/** Clusters of PostgreSQL, as the chart names them. */
export const CLUSTERS = ['commerce-postgres', 'commerce-limits'];
/** Time until a Cluster has all its instances again. */
const RECOVERY_MS = 180_000;

interface Cluster {
  spec: { instances: number };
  status?: { readyInstances?: number; currentPrimary?: string; phase?: string };
}

const clusterOf = (namespace: Namespace, name: string): Cluster =>
  JSON.parse(namespace.kubectl('get', OPERATED, name, '--output', 'json')) as Cluster;

/** Name of the pod of a Cluster's primary. */
export const primaryOf = (namespace: Namespace, name: string): string =>
  clusterOf(namespace, name).status!.currentPrimary!;

/** Reports whether all instances of a Cluster are ready. */
export function isHealthy(namespace: Namespace, name: string): boolean {
  const { spec, status } = clusterOf(namespace, name);
  return status?.phase === 'Cluster in healthy state' && status.readyInstances === spec.instances;
}

/** Kills the primary of each Cluster, each when the one before has all its instances again. */
export async function killPrimaries(namespace: Namespace): Promise<void> {
  for (const name of CLUSTERS) {
    const primary = primaryOf(namespace, name);
    namespace.kubectl('delete', 'pod', primary, '--grace-period=1');
    await until(`${name} has another primary`, () => primaryOf(namespace, name) !== primary);
    await until(`${name} is healthy`, () => isHealthy(namespace, name), RECOVERY_MS);
  }
}

/** Has the WAL of all changes archived. */
export async function archived(namespace: Namespace): Promise<void> {
  const psql = (sql: string): string =>
    namespace
      .kubectl('exec', primaryOf(namespace, 'commerce-postgres'), '-c', 'postgres', '--', 'psql', '-Atc', sql)
      .trim();
  const file = psql('select pg_walfile_name(pg_switch_wal())');
  const isArchived = `select last_archived_wal >= '${file}' from pg_stat_archiver`;
  await until(`${file} is archived`, () => psql(isArchived) === 't');
}
