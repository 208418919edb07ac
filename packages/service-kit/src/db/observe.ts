import { gaugeBy } from '../metrics.ts';
import type { Database } from './database.ts';
import { SnapshotAges } from './snapshot-ages.ts';

interface ObservedDatabase {
  database: Database;
  snapshotS: number;
}

/** Databases of the process, keyed by the label `database`. */
const observed = new Map<string, ObservedDatabase>();

/**
 * Exposes pool usage and the age of the oldest snapshot of a database as metrics.
 * @returns a function that measures the age; call it periodically
 */
export function observeDatabase(name: string, database: Database): () => Promise<void> {
  if (observed.size === 0) registerMetrics();
  const entry = { database, snapshotS: 0 };
  observed.set(name, entry);
  const ages = new SnapshotAges(database);
  return async () => void (entry.snapshotS = await ages.oldestS());
}

function registerMetrics(): void {
  gaugeOfEach(
    'db_pool_connections',
    'Open connections to the database.',
    (entry) => entry.database.pool.totalCount,
  );
  gaugeOfEach('db_pool_idle', 'Idle connections to the database.', (entry) => entry.database.pool.idleCount);
  gaugeOfEach(
    'db_pool_waiting',
    'Requests that wait for a connection.',
    (entry) => entry.database.pool.waitingCount,
  );
  gaugeOfEach(
    'database_oldest_snapshot_seconds',
    'Age of the oldest snapshot that keeps dead rows of the database from being removed.',
    (entry) => entry.snapshotS,
  );
}

function gaugeOfEach(metric: string, help: string, read: (entry: ObservedDatabase) => number): void {
  gaugeBy(metric, help, 'database', () => [...observed].map(([name, entry]) => [name, read(entry)]));
}
