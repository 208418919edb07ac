import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createDataDir, dataDirAt, lockDataDir, rotateLogs, wipeDataDir } from './data-dir.ts';
import type { DataDir } from './data-dir.ts';
import { databaseUrls, dropDatabases, ensureDatabases } from './databases.ts';
import type { DatabaseServer } from './databases.ts';
import { loadDemoOnce } from './demo.ts';
import type { DemoResult } from './demo-target.ts';
import { readJson, writeJson } from './json-file.ts';
import { startMailServer } from './mail/mail-server.ts';
import { migrateAll } from './migrate.ts';
import { endOrphans } from './pid-files.ts';
import { choosePorts, GATEWAY_PORT, PortTaken, startOnFreePorts } from './ports.ts';
import type { Ports } from './ports.ts';
import { gatewayEnv, serviceEnv } from './processes.ts';
import type { Wiring } from './processes.ts';
import { step } from './report.ts';
import { loadSecrets } from './secrets.ts';
import type { Secrets } from './secrets.ts';
import { provideDatabaseServer, provideNats } from './servers.ts';
import { processNames, processDir, serviceNames } from './services.ts';
import type { ProcessName, DatabaseName, ServiceName } from './services.ts';
import { StackError } from './stack-error.ts';
import { settle } from './stack-options.ts';
import type { StackOptions, StackSettings } from './stack-options.ts';
import { stackProcess } from './stack-process.ts';
import type { ProcessContext, StackProcess } from './stack-process.ts';
import { StackState } from './stack-state.ts';
import { startReaper } from './start-reaper.ts';
import type { Keeping, SupervisedProcess } from './supervised-process.ts';
import { Teardown } from './teardown.ts';

/** A running stack. */
export interface Stack {
  /** URL of the gateway, without a trailing slash. */
  publicUrl: string;
  /** Connection string of a superuser of the database server. */
  adminDatabaseUrl: string;
  databaseUrls: Record<DatabaseName, string>;
  natsUrl: string;
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
  teardown: Teardown;
  keeping: Keeping;
  secrets: Secrets;
}

/**
 * Starts the whole platform on this machine: database server, NATS, databases, migrations, demo data, every built
 * process. Resolves when all are ready. When anything fails, or `signal` aborts, what was started is stopped first;
 * problems that the user can fix throw `StackError`. The processes must have been built.
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const settings = settle(options);
  const teardown = new Teardown();
  try {
    return await make(settings, teardown);
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

async function portsFor({ env, ports: choice, report }: StackSettings): Promise<Ports> {
  const ports = await choosePorts(env, choice);
  if (choice === 'defaults' && !env['PORT'] && ports.gateway !== GATEWAY_PORT)
    report.say(`Port ${GATEWAY_PORT} is in use: the gateway listens on ${ports.gateway}.`);
  return ports;
}

async function make(settings: StackSettings, teardown: Teardown): Promise<Stack> {
  const making = await prepare(settings, teardown);
  await settings.build(settings.signal);
  const names = builtProcesses(settings.root);
  const { dir, keeping, secrets } = making;
  const { env, signal, report } = settings;
  const ports = await portsFor(settings);
  const servers: Stack['servers'] = {};
  await teardown.add(async () => {
    await servers.nats?.stop();
    await servers.postgres?.stop();
  });
  const own = (server: SupervisedProcess): void =>
    void (servers[server.spec.name as 'nats' | 'postgres'] = server);
  const context = { dir, env, ports, secrets, keeping, report, signal, own };
  const [server, natsUrl] = await both(provideDatabaseServer(context), provideNats(context));
  const publicUrlOf = (): string =>
    (env['PUBLIC_URL'] || `http://127.0.0.1:${ports.gateway}`).replace(/\/+$/, '');
  const mail = await startOnFreePorts(ports, () => startMailServer(ports.mail));
  await teardown.add(() => mail.stop());
  const urls = databaseUrls(server, secrets);
  const wiring: Wiring = {
    callerEnv: env,
    ports,
    publicUrl: publicUrlOf(),
    natsUrl,
    smtpUrl: mail.smtpUrl,
    databaseUrls: urls,
    secrets,
  };
  const demo = await fill(making, wiring, server, names);
  const { processes, addGateway } = await startOnFreePorts(ports, () =>
    startProcesses(making, { ...wiring, publicUrl: publicUrlOf() }, names),
  );
  const publicUrl = publicUrlOf();
  const addresses = Object.entries(ports.services).map(([name, { grpc }]) => [name, `127.0.0.1:${grpc}`]);
  await writeJson(dir.addressesFile, Object.fromEntries(addresses));
  await writeDemoFile(dir, { publicUrl, mailUrl: mail.pageUrl }, demo);
  const stop = (): Promise<void> => teardown.run();
  const located = {
    publicUrl,
    adminDatabaseUrl: server.adminUrl,
    databaseUrls: urls,
    natsUrl,
    mailUrl: mail.pageUrl,
    dataDir: dir.root,
  };
  return { ...located, demo, processes, servers, addGateway, stop };
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
async function prepare(settings: StackSettings, teardown: Teardown): Promise<Making> {
  const { report, env } = settings;
  const dir = dataDirAt(settings.dataDir);
  await createDataDir(dir);
  await teardown.add(await lockDataDir(dir));
  const orphans = await endOrphans(dir.run);
  if (orphans.length > 0) report.say(`ended orphans of an earlier run: ${orphans.join(', ')}`);
  await rotateLogs(dir);
  if (settings.fresh) {
    if (env['DATABASE_URL']) await dropEarlierDatabases(dir, env['DATABASE_URL']);
    await wipeDataDir(dir);
  }
  const owner = randomUUID();
  const releaseReaper = startReaper(dir.run, owner);
  await teardown.add(releaseReaper);
  const keeping: Keeping = {
    runDir: dir.run,
    owner,
    notice: (sentence) => report.say(sentence),
    onLine: report.line && ((name, line) => report.line?.(name, line)),
  };
  return { settings, dir, teardown, keeping, secrets: await loadSecrets(dir.secretsFile) };
}

async function dropEarlierDatabases(dir: DataDir, adminUrl: string): Promise<void> {
  // A damaged file is ignored: it is about to be removed.
  const earlier = await readJson<Secrets>(dir.secretsFile).catch(() => undefined);
  if (earlier !== undefined) await dropDatabases({ adminUrl, prefix: earlier.databasePrefix });
}

/** Creates and migrates the databases and, once, loads the demo data. Returns its credentials, from now or earlier. */
async function fill(
  { settings, dir }: Making,
  wiring: Wiring,
  server: DatabaseServer,
  names: ProcessName[],
): Promise<DemoResult | undefined> {
  const { report, signal, products } = settings;
  const state = new StackState(
    dir.stateFile,
    settings.env['DATABASE_URL'] ? new URL(server.adminUrl).host : 'embedded',
  );
  const { demo, used } = await state.read();
  await step(report, 'databases', async () => {
    // Only partial demo data: starting over loses no user data.
    if (demo === 'loading' && !used) await dropDatabases(server);
    await ensureDatabases(server, wiring.secrets);
  });
  const services = serviceNames.filter((name) => names.includes(name));
  const env = environments(settings, wiring);
  await step(report, 'migrations', () => migrateAll(settings.root, dir, services, env, signal));
  if (settings.demo && demo !== 'loaded') {
    if (demo === 'loading' && used)
      throw new StackError(
        'The demo data was loaded only in part: start over with --fresh, or start with --no-demo.',
      );
    const progress = (line: string): void => report.say(`  ${line}`);
    const target = { databaseUrls: wiring.databaseUrls, env, products, progress };
    await step(report, 'demo data', () => loadDemoOnce(target, state, signal));
  }
  await state.update({ used: true });
  return (await state.read()).demoResult;
}

function environments(settings: StackSettings, wiring: Wiring): Record<ServiceName, Record<string, string>> {
  const entries = serviceNames.map((name) => [
    name,
    { ...serviceEnv(name, wiring), ...settings.processEnv(name) },
  ]);
  return Object.fromEntries(entries) as Record<ServiceName, Record<string, string>>;
}

async function startProcesses(
  { settings, dir, teardown, keeping }: Making,
  wiring: Wiring,
  names: ProcessName[],
): Promise<Pick<Stack, 'processes' | 'addGateway'>> {
  const { root, signal, report } = settings;
  const { ports } = wiring;
  const context: ProcessContext = { root, dir, keeping, signal };
  const started: StackProcess[] = [];
  await teardown.add(() => Promise.all(started.map((each) => each.stop())));
  const launch = async (
    processName: ProcessName,
    name: string,
    env: Record<string, string>,
  ): Promise<StackProcess> => {
    signal.throwIfAborted();
    const { process, start } = stackProcess(context, processName, name, env);
    started.push(process);
    await start();
    return process;
  };
  const gateway = (name: string, http: number, admin: number): Promise<StackProcess> =>
    launch('gateway', name, { ...gatewayEnv(wiring, http, admin), ...settings.processEnv('gateway') });
  const env = environments(settings, wiring);
  await step(report, `processes (${names.length})`, async () => {
    for (const processName of names)
      await (processName === 'gateway'
        ? gateway(processName, ports.gateway, ports.gatewayAdmin)
        : launch(processName, processName, env[processName]));
    try {
      await Promise.all(started.map((each) => each.ready()));
    } catch (error) {
      // All of them, because each knows the ports of others.
      if (error instanceof PortTaken) await Promise.all(started.map((each) => each.stop()));
      throw error;
    }
  });
  const processes = Object.fromEntries(started.map((each) => [each.name, each])) as Stack['processes'];
  const addGateway = async (): Promise<string> => {
    const replica = `gateway-${started.filter((each) => each.name.startsWith('gateway')).length + 1}`;
    const added = await gateway(replica, await ports.another(), await ports.another());
    await added.ready();
    return `http://${added.address}`;
  };
  return { processes, addGateway };
}

async function writeDemoFile(
  dir: DataDir,
  { publicUrl, mailUrl }: { publicUrl: string; mailUrl: string },
  demo: DemoResult | undefined,
): Promise<void> {
  await writeJson(dir.demoFile, {
    base_url: `${publicUrl}/api/public/2026-10`,
    auth_url: publicUrl,
    console_url: `${publicUrl}/`,
    mail_url: mailUrl,
    ...demo,
  });
}
