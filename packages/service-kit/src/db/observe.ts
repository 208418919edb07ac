import { gaugeBy } from '../metrics.ts';
import type { Database } from './database.ts';
import { SnapshotAges } from './snapshot-ages.ts';

/** Databases of the process by the value of the label `database`. */
const observed = new Map<string, { database: Database; snapshotS: number }>();

/**
 * Exposes the use of a database's pool, and the age of the oldest snapshot in it, as metrics.
 * @returns measures the age; to be called again and again
 */
export function observeDatabase(name: string, database: Database): () => Promise<void> {
  if (observed.size === 0) registerMetrics();
  const entry = { database, snapshotS: 0 };
  observed.set(name, entry);
  const ages = new SnapshotAges(database);
  return async () => void (entry.snapshotS = await ages.oldestS());
}

function registerMetrics(): void {
  const each = (
    metric: string,
    help: string,
    read: (of: { database: Database; snapshotS: number }) => number,
  ) => gaugeBy(metric, help, 'database', () => [...observed].map(([name, entry]) => [name, read(entry)]));
  each(
    'db_pool_connections',
    'Open connections to the database.',
    ({ database }) => database.pool.totalCount,
  );
  each('db_pool_idle', 'Open connections that do nothing.', ({ database }) => database.pool.idleCount);
  each(
    'db_pool_waiting',
    'Requests that wait for a connection.',
    ({ database }) => database.pool.waitingCount,
  );
  each(
    'database_oldest_snapshot_seconds',
    'Age of the oldest snapshot that keeps dead rows of the database from being removed.',
    ({ snapshotS }) => snapshotS,
  );
}
