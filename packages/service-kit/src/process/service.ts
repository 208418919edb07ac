import type { serviceSettings } from '../base-config.ts';
import type { Clock } from '../clock.ts';
import type { ConfigOf, Settings } from '../config.ts';
import { Database } from '../db/database.ts';
import { isMigrated, migrate, type SchemaOptions } from '../db/migrate.ts';
import { requireSessionDefaults, setSessionDefaults } from '../db/session-defaults.ts';
import { observeDatabase } from '../db/observe.ts';
import type { BatchSubscription, Subscription } from '../events/subscription.ts';
import type { Callers } from '../grpc/callers.ts';
import { GrpcChannel } from '../grpc/client.ts';
import { GrpcServer, type Handlers, type Methods } from '../grpc/server.ts';
import { runEvery, type IntervalJob } from '../jobs/interval.ts';
import type { Logger } from '../logger.ts';
import type { Writer } from '../write/writer.ts';
import type { Host, ProcessDefinition } from './main.ts';
import { openMessaging } from './messaging.ts';
import { addParkedEventsService, parkedEventsCallers } from './parked-events-service.ts';
import { addProcessService, processCallers } from './process-service.ts';

type ServiceConfig = ConfigOf<typeof serviceSettings>;

/** Opens a channel to another service at an address; it is closed at shutdown. */
export type Connect = (address: string, definitions: Methods[]) => GrpcChannel;

/** Parts that the kit opens for each service, from which it makes its `Deps`. */
export interface ServiceParts<Config, Clients> {
  config: Config;
  logger: Logger;
  clock: Clock;
  db: Database;
  /** The database of `shortLived`, for a service that declares one. */
  shortLivedDb: Database | undefined;
  writer: Writer;
  clients: Clients;
  /** Adds a step of the shutdown; the last added runs first. */
  onShutdown: (name: string, close: () => Promise<void>) => void;
}

/** Something that runs by itself from the start to the shutdown of a process. */
export interface Worker {
  name: string;
  start(): void;
  /** Resolves when what it was doing is finished. */
  stop(): Promise<void>;
}

/** A gRPC service with the handlers of its methods, as `rpcService` makes it. */
export interface RpcService {
  definition: Methods;
  handlers: Handlers<Methods>;
}

/** A function for each method that makes its handler: an `rpc/index.ts`, which may hold methods of other services too. */
export type HandlerFactories<S, Deps> = { [M in keyof S]: (deps: Deps) => Handlers<S>[M] };

/** The handlers of a gRPC service. */
export function handlersOf<S extends Methods, Deps>(
  definition: S,
  factories: HandlerFactories<S, Deps>,
  deps: Deps,
): Handlers<S> {
  const names = Object.keys(definition) as (keyof S)[];
  return Object.fromEntries(names.map((name) => [name, factories[name](deps)])) as Handlers<S>;
}

/** A gRPC service and the functions that make the handlers of its methods. */
export const rpcService = <S extends Methods, Deps>(
  definition: S,
  factories: HandlerFactories<S, Deps>,
  deps: Deps,
): RpcService => ({ definition, handlers: handlersOf(definition, factories, deps) as Handlers<Methods> });

/** Adds the methods of gRPC services to a server. */
export function addServices(server: GrpcServer, services: RpcService[]): void {
  for (const { definition, handlers } of services) server.add(definition, handlers);
}

/** A database of short-lived rows: without the kit's tables, and no commit waits for its disk. */
export interface ShortLivedDatabase<Config> {
  name: string;
  url(config: Config): string;
  migrations: URL;
}

/** Everything that makes up a service. Its parts are opened in the order of the fields and closed in the reverse one. */
export interface ServiceDefinition<S extends Settings, Clients, RpcDeps, Deps extends RpcDeps> {
  /** Name of the service, of its event stream and of its certificate. */
  name: string;
  settings: S;
  /** Callers of each method. */
  callers: Callers;
  /** Folder of the migrations of the service's database. */
  migrations: URL;
  /** A second database. */
  shortLived?: ShortLivedDatabase<ConfigOf<S>>;
  /** Connects to the services that this one calls; they may be down at first. */
  clients(connect: Connect, config: ConfigOf<S>): Clients;
  /** Makes the dependencies of handlers, consumers and jobs. */
  deps(parts: ServiceParts<ConfigOf<S>, Clients>): Deps | Promise<Deps>;
  /** Services whose events this one consumes; its NATS user may read no others. */
  sources?: readonly string[];
  /** Events of the sources that this service handles. */
  consumers?(deps: Deps): (Subscription | BatchSubscription)[];
  jobs?(deps: Deps, config: ConfigOf<S>): IntervalJob[];
  workers?(deps: Deps): Worker[];
  rpc: (deps: RpcDeps) => RpcService[];
}

/** A service as a process that `main` runs, and those of its parts that tests use. */
export interface Service<S extends Settings, RpcDeps> extends ProcessDefinition<S> {
  migrations: URL;
  shortLived: ShortLivedDatabase<ConfigOf<S>> | undefined;
  rpc: (deps: RpcDeps) => RpcService[];
}

/** Makes a process of a service's definition: it owns the start, the wiring and the shutdown of all its parts. */
export function service<S extends Settings & typeof serviceSettings, Clients, RpcDeps, Deps extends RpcDeps>(
  definition: ServiceDefinition<S, Clients, RpcDeps, Deps>,
): Service<S, RpcDeps> {
  const { name, settings, callers, migrations, shortLived, rpc } = definition;
  return {
    name,
    settings,
    callers,
    migrations,
    shortLived,
    rpc,
    run: (host) => run(definition, host),
    async migrate(config, logger) {
      const log = (migration: string) => logger.debug({ migration }, 'migrating');
      const { DATABASE_URL, DATABASE_DIRECT_URL } = config as ServiceConfig;
      await migrate(DATABASE_DIRECT_URL ?? DATABASE_URL, migrations, log);
      if (DATABASE_DIRECT_URL !== undefined) await setSessionDefaults(DATABASE_DIRECT_URL);
      if (shortLived) await migrate(shortLived.url(config), shortLived.migrations, log, { kitTables: false });
    },
  };
}

async function run<S extends Settings & typeof serviceSettings, Clients, RpcDeps, Deps extends RpcDeps>(
  definition: ServiceDefinition<S, Clients, RpcDeps, Deps>,
  host: Host<ConfigOf<S>>,
): Promise<void> {
  const { config, clock, logger } = host;
  const serviceHost = host as unknown as Host<ServiceConfig>;
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_POOL_SIZE } = serviceHost.config;
  const db = new Database(DATABASE_URL, DATABASE_POOL_SIZE, { pooled: DATABASE_DIRECT_URL !== undefined });
  await openDatabase(serviceHost, 'main', db, definition.migrations);
  const shortLivedDb = await openShortLived(serviceHost, definition.shortLived, config);
  const connect: Connect = (address, definitions) => {
    const channel = new GrpcChannel(address, definitions, host.tls);
    host.onShutdown(`connection to ${address}`, async () => channel.close());
    return channel;
  };
  const clients = definition.clients(connect, config);
  const messaging = openMessaging(serviceHost, definition.name, db);
  const { writer } = messaging;
  const onShutdown = (name: string, close: () => Promise<void>) => host.onShutdown(name, close);
  const deps = await definition.deps({
    config,
    logger,
    clock,
    db,
    shortLivedDb,
    writer,
    clients,
    onShutdown,
  });
  for (const subscription of subscriptionsOf(definition, deps)) messaging.subscribe(subscription);
  if (host.isCommand) return;
  for (const job of definition.jobs?.(deps, config) ?? []) messaging.every(job);
  for (const worker of definition.workers?.(deps) ?? []) {
    worker.start();
    host.onShutdown(worker.name, () => worker.stop());
  }
  await serveGrpc(serviceHost, definition.rpc(deps));
}

/** @throws Error when a subscription is to a service that is not declared as a source */
function subscriptionsOf<Deps>(
  {
    sources = [],
    consumers,
  }: Pick<ServiceDefinition<Settings, unknown, Deps, Deps>, 'sources' | 'consumers'>,
  deps: Deps,
): (Subscription | BatchSubscription)[] {
  const subscriptions = consumers?.(deps) ?? [];
  for (const { service: source } of subscriptions)
    if (!sources.includes(source)) throw new Error(`${source} is not declared in sources`);
  return subscriptions;
}

async function openShortLived<Config>(
  host: Host<ServiceConfig>,
  shortLived: ShortLivedDatabase<Config> | undefined,
  config: Config,
): Promise<Database | undefined> {
  if (shortLived === undefined) return undefined;
  const { name, migrations } = shortLived;
  const { DATABASE_POOL_SIZE } = host.config;
  const db = new Database(shortLived.url(config), DATABASE_POOL_SIZE, { asynchronousCommit: true });
  return openDatabase(host, name, db, migrations, { kitTables: false });
}

const SNAPSHOTS_EVERY_MS = 15_000;

/** Opens a database: waits until it answers and has the schema that this program needs. */
async function openDatabase(
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
    if (!database.preparesStatements) await requireSessionDefaults(database);
  });
  const job = { name: `snapshots of the ${what}`, everyMs: SNAPSHOTS_EVERY_MS, run: measure };
  const measuring = runEvery(job, host.logger);
  host.onShutdown(job.name, () => measuring.stop());
  return database;
}

/** Starts the gRPC server with the service's methods and those of every process. */
async function serveGrpc(host: Host<ServiceConfig>, services: RpcService[]): Promise<void> {
  const { GRPC_HOST, GRPC_PORT, GRPC_HEALTH_PORT, SHUTDOWN_GRACE_MS } = host.config;
  const { parkedEvents } = host.shared;
  const own = { ...processCallers, ...(parkedEvents && parkedEventsCallers) };
  const server = new GrpcServer(host.logger, {
    maxConnectionAgeMs: host.config.GRPC_MAX_CONNECTION_AGE_MS,
    tls: host.tls,
    callers: host.callers && { ...host.callers, ...own },
    overload: host.overload,
  });
  addServices(server, services);
  addProcessService(server, host);
  if (parkedEvents) addParkedEventsService(server, parkedEvents, host.logger);
  const port = await server.listen(GRPC_HOST, GRPC_PORT);
  if (GRPC_HEALTH_PORT !== undefined) await server.listenForHealth(GRPC_HOST, GRPC_HEALTH_PORT);
  host.onShutdown('grpc', () => server.close(SHUTDOWN_GRACE_MS));
  host.logger.info({ port }, 'gRPC server listening');
}
