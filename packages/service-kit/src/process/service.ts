import type { serviceSettings } from '../base-config.ts';
import type { ConfigOf } from '../config.ts';
import { Database, observePool } from '../db/database.ts';
import { isMigrated } from '../db/migrate.ts';
import { GrpcServer } from '../grpc/server.ts';
import type { Host } from './main.ts';
import { addProcessService, processCallers } from './process-service.ts';

type ServiceConfig = ConfigOf<typeof serviceSettings>;

/** Opens the service's database: waits until it answers and has the schema that this program needs. */
export async function openDatabase(host: Host<ServiceConfig>, migrations: URL): Promise<Database> {
  const database = new Database(host.config.DATABASE_URL, host.config.DATABASE_POOL_SIZE);
  host.onShutdown('database', () => database.close());
  host.readyWhen('database', () => database.ping());
  observePool(database);
  const maxWaiting = host.config.DATABASE_POOL_QUEUE_MAX;
  host.overload?.addSignal('database_pool', () => database.pool.waitingCount > maxWaiting);
  await host.waitFor('the database and its migrations', async () => {
    if (!(await isMigrated(database.pool, migrations))) throw new Error('migrations are missing');
  });
  return database;
}

/** Starts the gRPC server with what `add` puts on it. */
export async function serveGrpc(host: Host<ServiceConfig>, add: (server: GrpcServer) => void): Promise<void> {
  const { GRPC_HOST, GRPC_PORT, GRPC_HEALTH_PORT, SHUTDOWN_GRACE_MS } = host.config;
  const server = new GrpcServer(host.logger, {
    maxConnectionAgeMs: host.config.GRPC_MAX_CONNECTION_AGE_MS,
    tls: host.tls,
    callers: host.callers && { ...host.callers, ...processCallers },
    overload: host.overload,
  });
  add(server);
  addProcessService(server, host);
  const port = await server.listen(GRPC_HOST, GRPC_PORT);
  if (GRPC_HEALTH_PORT !== undefined) await server.listenForHealth(GRPC_HOST, GRPC_HEALTH_PORT);
  host.onShutdown('grpc', () => server.close(SHUTDOWN_GRACE_MS));
  host.logger.info({ port }, 'gRPC listens');
}
