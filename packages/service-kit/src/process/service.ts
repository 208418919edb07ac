import type { serviceSettings } from '../base-config.ts';
import type { ConfigOf } from '../config.ts';
import { Database } from '../db/database.ts';
import { isMigrated, type SchemaOptions } from '../db/migrate.ts';
import { observeDatabase } from '../db/observe.ts';
import { GrpcServer } from '../grpc/server.ts';
import { runEvery } from '../jobs/interval.ts';
import type { Host } from './main.ts';
import { addParkedEventsService, parkedEventsCallers } from './parked-events-service.ts';
import { addProcessService, processCallers } from './process-service.ts';

type ServiceConfig = ConfigOf<typeof serviceSettings>;

const SNAPSHOTS_EVERY_MS = 15_000;

/** Opens the service's database; waits until it is available and has the schema that this program needs. */
export function openDatabase(host: Host<ServiceConfig>, migrations: URL): Promise<Database> {
  const { DATABASE_URL, DATABASE_POOL_SIZE } = host.config;
  return open(host, 'main', new Database(DATABASE_URL, DATABASE_POOL_SIZE), migrations);
}

/**
 * Opens an additional database for short-lived rows: without the kit's tables, and commits do not wait for the
 * disk.
 */
export function openSideDatabase(
  host: Host<ServiceConfig>,
  name: string,
  url: string,
  migrations: URL,
): Promise<Database> {
  const database = new Database(url, host.config.DATABASE_POOL_SIZE, { asynchronousCommit: true });
  return open(host, name, database, migrations, { kitTables: false });
}

async function open(
  host: Host<ServiceConfig>,
  name: string,
  database: Database,
  migrations: URL,
  options?: SchemaOptions,
): Promise<Database> {
  const what = name === 'main' ? 'database' : `${name} database`;
  host.onShutdown(what, () => database.close());
  host.readyWhen(what, () => database.ping());
  const measure = observeDatabase(name, database);
  const maxWaiting = host.config.DATABASE_POOL_QUEUE_MAX;
  host.overload?.addSignal(`database_pool_${name}`, () => database.pool.waitingCount > maxWaiting);
  await host.waitFor(`the ${what} and its migrations`, async () => {
    if (!(await isMigrated(database.pool, migrations, options))) throw new Error('migrations are missing');
  });
  const job = { name: `snapshots of the ${what}`, everyMs: SNAPSHOTS_EVERY_MS, run: measure };
  const measuring = runEvery(job, host.logger);
  host.onShutdown(job.name, () => measuring.stop());
  return database;
}

/** Starts the gRPC server with the services that `add` adds. */
export async function serveGrpc(host: Host<ServiceConfig>, add: (server: GrpcServer) => void): Promise<void> {
  if (host.isCommand) return;
  const { GRPC_HOST, GRPC_PORT, GRPC_HEALTH_PORT, SHUTDOWN_GRACE_MS } = host.config;
  const { parkedEvents } = host.shared;
  const own = { ...processCallers, ...(parkedEvents && parkedEventsCallers) };
  const server = new GrpcServer(host.logger, {
    maxConnectionAgeMs: host.config.GRPC_MAX_CONNECTION_AGE_MS,
    tls: host.tls,
    callers: host.callers && { ...host.callers, ...own },
    overload: host.overload,
  });
  add(server);
  addProcessService(server, host);
  if (parkedEvents) addParkedEventsService(server, parkedEvents, host.logger);
  const port = await server.listen(GRPC_HOST, GRPC_PORT);
  if (GRPC_HEALTH_PORT !== undefined) await server.listenForHealth(GRPC_HOST, GRPC_HEALTH_PORT);
  host.onShutdown('grpc', () => server.close(SHUTDOWN_GRACE_MS));
  host.logger.info({ port }, 'gRPC server listening');
}
