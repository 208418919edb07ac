import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createDataDir, dataDirAt, lockDataDir, rotateLogs, wipeDataDir, type DataDir } from './data-dir.ts';
import { databaseUrls, dropDatabases } from './databases.ts';
import type { DemoResult } from './demo/load.ts';
import { fillDatabases } from './fill-databases.ts';
import { readJson, writeJson } from './json-file.ts';
import { startMailServer } from './mail-server.ts';
import type { NatsAccess } from './nats-users.ts';
import { endOrphans, startReaper } from './pid-files.ts';
import { choosePorts, GATEWAY_PORT, PortTaken, startOnFreePorts, type Ports } from './ports.ts';
import { environmentOf, type Wiring } from './processes.ts';
import { step } from './report.ts';
import { nodeBinary } from './run-command.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { provideDatabaseServer, provideNats } from './servers.ts';
import { processDir, processNames, serviceNames, type DatabaseName, type ProcessName } from './services.ts';
import { StackError } from './stack-error.ts';
import { settle, type StackOptions, type StackSettings } from './stack-options.ts';
import { StackProcess } from './stack-process.ts';
import type { Keeping, SupervisedProcess } from './supervised-process.ts';

/** A running stack. */
export interface Stack {
  /** URL of the gateway, without a trailing slash. */
  publicUrl: string;
  /** Connection string of a superuser of the database server. */
  adminDatabaseUrl: string;
  databaseUrls: Record<DatabaseName, string>;
  nats: NatsAccess;
  /** URL of the page with sent mail. */
  mailUrl: string;
  /** Data directory; logs are in `log/`. */
  dataDir: string;
  /** Credentials of the demo data, if it was loaded. */
  demo: DemoResult | undefined;
  processes: Record<ProcessName, StackProcess>;
  /** Servers run by the stack itself; absent when the environment names another. */
  servers: { postgres?: SupervisedProcess; nats?: SupervisedProcess };
  /** Starts another gateway and returns its URL when it is ready. */
  addGateway(): Promise<string>;
  /** Stops everything that was started: the processes, then NATS, then Postgres. */
  stop(): Promise<void>;
}

/** Parts of a stack that is being started. */
interface Making {
  settings: StackSettings;
  dir: DataDir;
  /** Stops what was started, in reverse order. */
  teardown: AsyncDisposableStack;
  keeping: Keeping;
  secrets: Secrets;
}

/**
 * Starts the whole platform on this machine: database server, NATS, databases, migrations, demo data, every built
 * process. Resolves when all are ready. When anything fails, or `signal` aborts, what was started is stopped first;
 * problems that the user can fix throw `StackError`. The processes must have been built.
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  await using teardown = new AsyncDisposableStack();
  const stack = await make(settle(options), teardown);
  const running = teardown.move();
  return { ...stack, stop: () => running.disposeAsync() };
}

async function portsFor({ env, ports: choice, report }: StackSettings): Promise<Ports> {
  const ports = await choosePorts(env, choice);
  if (choice === 'defaults' && !env['PORT'] && ports.gateway !== GATEWAY_PORT)
    report.say(`Port ${GATEWAY_PORT} is in use: the gateway listens on ${ports.gateway}.`);
  return ports;
}

async function make(settings: StackSettings, teardown: AsyncDisposableStack): Promise<Omit<Stack, 'stop'>> {
  const making = await prepare(settings, teardown);
  await settings.build(settings.signal);
  const names = builtProcesses(settings.root);
  const { dir, keeping, secrets } = making;
  const { env, signal, report } = settings;
  const ports = await portsFor(settings);
  const servers: Stack['servers'] = {};
  teardown.defer(async () => {
    await servers.nats?.stop();
    await servers.postgres?.stop();
  });
  const own = (server: SupervisedProcess): void =>
    void (servers[server.spec.name as 'nats' | 'postgres'] = server);
  const context = { dir, env, ports, secrets, keeping, report, signal, own };
  const [server, nats] = await both(provideDatabaseServer(context), provideNats(context));
  const mail = await startOnFreePorts(ports, () => startMailServer(ports.mail));
  teardown.defer(() => mail.stop());
  const wiring: Wiring = {
    callerEnv: env,
    ports,
    // It follows the gateway's port, which may still be replaced.
    get publicUrl() {
      return (env['PUBLIC_URL'] || `http://127.0.0.1:${ports.gateway}`).replace(/\/+$/, '');
    },
    nats,
    smtpUrl: mail.smtpUrl,
    databaseUrls: databaseUrls(server, secrets),
    imagesFolder: dir.images,
    secrets,
  };
  const services = serviceNames.filter((name) => names.includes(name));
  const demo = await fillDatabases(settings, dir, wiring, server, services);
  const { processes, addGateway } = await startOnFreePorts(ports, () =>
    startProcesses(making, wiring, names),
  );
  const located = {
    publicUrl: wiring.publicUrl,
    adminDatabaseUrl: server.adminUrl,
    databaseUrls: wiring.databaseUrls,
    nats,
    mailUrl: mail.pageUrl,
    dataDir: dir.root,
    demo,
  };
  await writeFiles(dir, located, ports);
  return { ...located, processes, servers, addGateway };
}

/** Waits for both even if one fails, so that nothing is started after the teardown. */
async function both<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}

function builtProcesses(root: string): ProcessName[] {
  const has = (name: ProcessName, file: string): boolean =>
    existsSync(path.join(root, processDir(name), file));
  const unbuilt = processNames.find((name) => has(name, 'src/main.ts') && !has(name, 'dist/main.js'));
  if (unbuilt !== undefined)
    throw new StackError(`${processDir(unbuilt)} is not built: run "pnpm build" first.`);
  return processNames.filter((name) => has(name, 'dist/main.js'));
}

/** Locks the data directory, ends orphans of an earlier run, and with `fresh` empties it. */
async function prepare(settings: StackSettings, teardown: AsyncDisposableStack): Promise<Making> {
  const { report, env } = settings;
  const dir = dataDirAt(settings.dataDir);
  await createDataDir(dir);
  teardown.defer(await lockDataDir(dir));
  const orphans = await endOrphans(dir.run);
  if (orphans.length > 0) report.say(`ended orphans of an earlier run: ${orphans.join(', ')}`);
  await rotateLogs(dir);
  if (settings.fresh) {
    if (env['DATABASE_URL']) await dropEarlierDatabases(dir, env['DATABASE_URL']);
    await wipeDataDir(dir);
  }
  const owner = randomUUID();
  teardown.defer(startReaper(dir.run, owner));
  const keeping = { runDir: dir.run, owner, notice: report.say, onLine: report.line };
  return { settings, dir, teardown, keeping, secrets: await loadSecrets(dir.secretsFile) };
}

async function dropEarlierDatabases(dir: DataDir, adminUrl: string): Promise<void> {
  // A damaged file is ignored: it is about to be removed.
  const earlier = await readJson<Secrets>(dir.secretsFile).catch(() => undefined);
  if (earlier !== undefined) await dropDatabases({ adminUrl, prefix: earlier.databasePrefix });
}

async function startProcesses(
  { settings, dir, teardown, keeping }: Making,
  wiring: Wiring,
  names: ProcessName[],
): Promise<Pick<Stack, 'processes' | 'addGateway'>> {
  const { root, signal, report } = settings;
  const started: StackProcess[] = [];
  const stopAll = (): Promise<unknown> => Promise.all(started.map((each) => each.stop()));
  teardown.defer(async () => void (await stopAll()));
  const launch = async (
    program: ProcessName,
    name: string,
    ports?: [number, number],
  ): Promise<StackProcess> => {
    signal.throwIfAborted();
    const spec = {
      name,
      command: nodeBinary,
      args: [path.join(root, processDir(program), 'dist/main.js')],
      cwd: root,
      env: environmentOf(program, wiring, settings, ports),
      logFile: path.join(dir.log, `${name}.log`),
      stage: 0,
    };
    const process = new StackProcess(spec, keeping, signal);
    started.push(process);
    await process.start();
    return process;
  };
  await step(report, `processes (${names.length})`, async () => {
    for (const name of names) await launch(name, name);
    try {
      await Promise.all(started.map((each) => each.ready()));
    } catch (error) {
      // All of them, because each knows the ports of others.
      if (error instanceof PortTaken) await stopAll();
      throw error;
    }
  });
  const processes = Object.fromEntries(started.map((each) => [each.name, each])) as Stack['processes'];
  const addGateway = async (): Promise<string> => {
    const replica = `gateway-${started.filter((each) => each.name.startsWith('gateway')).length + 1}`;
    const { ports } = wiring;
    const added = await launch('gateway', replica, [await ports.another(), await ports.another()]);
    await added.ready();
    return `http://${added.address}`;
  };
  return { processes, addGateway };
}

/** Writes the files for the demo commands and for tests outside of the repository. */
async function writeFiles(
  dir: DataDir,
  { publicUrl, mailUrl, demo }: Pick<Stack, 'publicUrl' | 'mailUrl' | 'demo'>,
  { services }: Ports,
): Promise<void> {
  const addresses = Object.entries(services).map(([name, { grpc }]) => [name, `127.0.0.1:${grpc}`]);
  await writeJson(dir.addressesFile, Object.fromEntries(addresses));
  await writeJson(dir.demoFile, {
    base_url: `${publicUrl}/api/public/2026-10`,
    auth_url: publicUrl,
    console_url: `${publicUrl}/`,
    mail_url: mailUrl,
    ...demo,
  });
}
