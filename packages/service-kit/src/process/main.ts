import { setTimeout as sleep } from 'node:timers/promises';
import type { processSettings } from '../base-config.ts';
import { systemClock, type Clock } from '../clock.ts';
import { ConfigError, loadConfig, type ConfigOf, type Settings } from '../config.ts';
import type { Callers } from '../grpc/callers.ts';
import { Certificates, certificateFilesOf } from '../grpc/certificates.ts';
import { createLogger, type Logger } from '../logger.ts';
import { collectProcessMetrics, gauge } from '../metrics.ts';
import type { ParkedEvents } from '../events/parked-events.ts';
import { EventLoopDelay, Overload } from '../overload.ts';
import { startTelemetry } from '../telemetry.ts';
import { AdminServer, type Condition, type ReadinessChecks } from './admin-server.ts';
import { collectGarbage } from './collect-garbage.ts';
import { parkedCommand } from './parked-command.ts';

type ProcessConfig = ConfigOf<typeof processSettings>;

/** Environment of a process: everything is passed in, nothing is a singleton. */
export interface Host<C> {
  readonly config: C;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Encrypts calls to and from other services, if configured. */
  readonly tls?: Certificates | undefined;
  /** Objects that parts of the kit share with each other. */
  readonly shared: { parkedEvents?: ParkedEvents };
  /** Set when the process runs one command and exits: it listens on no port, consumes no events and runs no jobs. */
  readonly isCommand?: boolean;
  /** Allowed callers of each method of this process. */
  readonly callers?: Callers | undefined;
  /** Overload detection; absent in tests that run without it. */
  readonly overload?: Overload | undefined;
  /** Current state of the /readyz conditions; absent for commands. */
  readonly readiness?: (() => Promise<Condition[]>) | undefined;
  /** Adds a /readyz condition; it holds when the promise resolves. */
  readyWhen(name: string, check: () => Promise<void>): void;
  /** Adds a shutdown hook; hooks run in reverse order. */
  onShutdown(name: string, close: () => Promise<void>): void;
  /** Retries until it succeeds and logs what it waits for, so that the start order of processes does not matter. */
  waitFor(what: string, attempt: () => Promise<void>): Promise<void>;
}

/** Definition of a process: its settings and how it runs. */
export interface ProcessDefinition<S extends Settings> {
  name: string;
  settings: S;
  /** Allowed callers of each method; absent for a process without a gRPC server. */
  callers?: Callers;
  /** Starts the process; resolves when it serves. */
  run(host: Host<ConfigOf<S>>): Promise<void>;
  /** Implements `main.js migrate`; absent for a process without a database. */
  migrate?(config: ConfigOf<S>, logger: Logger): Promise<void>;
}

const RETRY_MS = 500;

/** @public Runs a process from the environment and the command line until it receives a signal to stop. */
export async function main<S extends Settings & typeof processSettings>(
  definition: ProcessDefinition<S>,
): Promise<void> {
  const config = orExit(() => loadConfig(definition.settings, process.env));
  const logger = createLogger(definition.name, (config as ProcessConfig).LOG_LEVEL);
  if (process.argv[2] === 'migrate') return migrateOnce(definition, config, logger);
  if (process.argv[2] === 'parked') return runParkedCommand(definition, config);
  await serve(definition, config, logger);
}

/** Runs `make`; prints a ConfigError and exits. */
function orExit<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(78); // EX_CONFIG of sysexits.h
  }
}

async function migrateOnce<S extends Settings>(
  definition: ProcessDefinition<S>,
  config: ConfigOf<S>,
  logger: Logger,
): Promise<void> {
  try {
    await definition.migrate?.(config, logger);
    logger.info('migrated');
  } catch (err) {
    logger.fatal({ err }, 'migration failed');
    process.exitCode = 1;
  }
  logger.flush();
}

/** Wires the process without serving, so that the event handlers are registered, and runs the command. */
async function runParkedCommand<S extends Settings>(
  definition: ProcessDefinition<S>,
  config: ConfigOf<S>,
): Promise<void> {
  if (!definition.migrate) {
    process.stderr.write('This process has no database and consumes no events.\n');
    process.exitCode = 64; // EX_USAGE of sysexits.h
    return;
  }
  // Results go to stdout, like the log, so only fatal lines are logged.
  const logger = createLogger(definition.name, 'fatal');
  const certificates = orExit(() => openCertificates(config as ProcessConfig, logger));
  const closers: (() => Promise<void>)[] = [];
  const shared: Host<unknown>['shared'] = {};
  try {
    await definition.run({
      config,
      logger,
      clock: systemClock,
      tls: certificates,
      isCommand: true,
      shared,
      readyWhen: () => undefined,
      onShutdown: (_name, close) => closers.push(close),
      waitFor: (_what, attempt) => attempt(),
    });
    process.exitCode = await parkedCommand(shared.parkedEvents, process.argv.slice(3), (line) =>
      process.stdout.write(`${line}\n`),
    );
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
  for (const close of closers.toReversed()) await close().catch(() => undefined);
  certificates?.close();
}

async function serve<S extends Settings>(
  definition: ProcessDefinition<S>,
  config: ConfigOf<S>,
  logger: Logger,
): Promise<void> {
  const { ADMIN_HOST, ADMIN_PORT, SHUTDOWN_GRACE_MS, ...own } = config as ProcessConfig;
  const certificates = orExit(() => openCertificates(config as ProcessConfig, logger));
  const checks: ReadinessChecks = new Map();
  const closers: { name: string; close: () => Promise<void> }[] = [];
  const stopTelemetry = await startTelemetry(own.OTEL_EXPORTER_OTLP_ENDPOINT, {
    name: definition.name,
    release: own.RELEASE,
    sampleRatio: own.TRACE_SAMPLE_RATIO,
  });
  collectProcessMetrics(own.RELEASE);
  const admin = new AdminServer(checks);
  const overload = overloadOf(config as ProcessConfig);
  const { stop, isStopping } = stopOnce(logger, SHUTDOWN_GRACE_MS, async () => {
    admin.setAccepting(false);
    for (const { name, close } of closers.toReversed())
      await close().catch((err: unknown) => logger.error({ err, part: name }, 'shutdown hook failed'));
    await stopTelemetry().catch((err: unknown) => logger.error({ err }, 'telemetry flush failed'));
    certificates?.close();
    admin.close();
  });
  listenForStop(stop, logger);
  try {
    await admin.listen(ADMIN_HOST, ADMIN_PORT);
    await definition.run({
      config,
      logger,
      clock: systemClock,
      tls: certificates,
      callers: definition.callers,
      shared: {},
      overload,
      readiness: () => admin.conditions(),
      readyWhen: (name, check) => checks.set(name, check),
      onShutdown: (name, close) => closers.push({ name, close }),
      waitFor: (what, attempt) => waitFor(what, attempt, logger),
    });
    if (isStopping()) return;
    collectGarbage();
    admin.setAccepting(true);
    logger.info('ready');
  } catch (err) {
    logger.fatal({ err }, 'start failed');
    logger.flush(() => process.exit(1));
  }
}

function overloadOf({ EVENT_LOOP_DELAY_MAX_MS }: ProcessConfig): Overload {
  const overload = new Overload();
  const delay = new EventLoopDelay(EVENT_LOOP_DELAY_MAX_MS);
  overload.addSignal('event_loop', () => delay.isTooLong);
  return overload;
}

function openCertificates(config: ProcessConfig, logger: Logger): Certificates | undefined {
  const files = certificateFilesOf(config);
  if (files === undefined) return undefined;
  const certificates = new Certificates(files, logger);
  gauge(
    'tls_certificate_expiry_timestamp_seconds',
    'When the certificate in use expires, in seconds since 1970.',
    () => certificates.expiresAtS,
  );
  return certificates;
}

function stopOnce(
  logger: Logger,
  graceMs: number,
  close: () => Promise<void>,
): { stop: Stop; isStopping: () => boolean } {
  let stopping = false;
  const stop: Stop = (why, code) => {
    if (stopping) return;
    stopping = true;
    logger.info({ why }, 'stopping');
    // Exit after the grace period, plus a second for the remaining hooks.
    setTimeout(() => process.exit(1), graceMs + 1_000).unref();
    void close().finally(() => logger.flush(() => process.exit(code)));
  };
  return { stop, isStopping: () => stopping };
}

type Stop = (why: string, code: number) => void;

function listenForStop(stop: Stop, logger: Logger): void {
  process.on('SIGTERM', () => stop('SIGTERM', 0));
  process.on('SIGINT', () => stop('SIGINT', 0));
  process.on('uncaughtException', (err) => {
    logger.fatal({ err }, 'uncaught exception');
    stop('uncaught exception', 1);
  });
}

async function waitFor(what: string, attempt: () => Promise<void>, logger: Logger): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (err) {
      if (tries % 20 === 0) logger.warn({ reason: (err as Error).message }, `waiting for ${what}`);
      await sleep(RETRY_MS);
    }
  }
}
