import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { processNames, serviceNames, type ProcessName } from '@commerce/deploy/local/services.ts';
import { startStack, type Stack } from '@commerce/deploy/local/stack.ts';
import { SupervisedProcess } from '@commerce/deploy/local/supervised-process.ts';
import { setSessionDefaults } from '@commerce/service-kit/db/session-defaults.ts';
import { untilReady } from '../support/extra-gateway.ts';
import { randomPort } from '@commerce/service-kit/testing/ports.ts';
import type { Platform } from '../support/platform.ts';
import { startPgBouncer, type PgBouncer } from '../support/pgbouncer.ts';
import { Link } from './link.ts';

/** Processes of every service and of the gateway. */
const REPLICAS = 2;
/** A crashed process is restarted after this time, doubled with each crash. */
const RESTART_MS = [300, 2_000] as const;

/** A process that faults are made in. */
export interface Victim {
  name: string;
  process: SupervisedProcess;
  /** Proxies in front of it. */
  links: Link[];
}

/** The whole platform with two processes of every service, with a proxy in front of each process and server. */
export interface ChaosPlatform {
  description: Platform;
  /** URL of the gateway that issues tokens. */
  issuer: string;
  /** Processes of the platform and the servers `postgres` and `nats`. */
  victims: Victim[];
  /** Resolves when all processes are ready. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

interface Replica {
  program: ProcessName;
  name: string;
  port: number;
  admin: number;
  link: Link;
}

/** Connections of PgBouncer to the server, for the two processes of each service. */
const POOLED_CONNECTIONS = 6;

/** Starts it with demo data in a temporary directory. @param pooled the services connect through PgBouncer in transaction mode */
export async function startChaosPlatform(pooled: boolean): Promise<ChaosPlatform> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'commerce-chaos-'));
  const stack = await startStack({
    dataDir,
    ports: 'random',
    demo: true,
    products: 50,
    env: {
      ...process.env,
      LOG_LEVEL: 'warn',
      ANONYMOUS_REQUESTS_OF_ADDRESS: '100000',
      RATE_LIMITS_PER_MINUTE: 'professional=600,enterprise=60000,demo=120,developer=120',
    },
  });
  // The stack's own processes have loaded the data; those of the campaign replace them.
  await Promise.all(Object.values(stack.processes).map((each) => each.stop()));
  const postgres = await Link.to(Number(new URL(stack.adminDatabaseUrl).port));
  const nats = await Link.to(Number(new URL(stack.nats.url).port));
  const pgbouncer = pooled ? await startPooler(stack, postgres) : undefined;
  const replicas = await placeReplicas(stack);
  const victims: Victim[] = [];
  for (const replica of replicas) {
    const env = environmentOf(replica, replicas, stack, { postgres, nats, pgbouncer });
    const spec = {
      ...stack.processes[replica.program].spec,
      name: replica.name,
      env,
      logFile: path.join(dataDir, 'log', `${replica.name}.log`),
    };
    const [minWaitMs, maxWaitMs] = RESTART_MS;
    const keeping = { runDir: path.join(dataDir, 'run'), owner: randomUUID(), notice: () => undefined };
    const child = new SupervisedProcess(spec, { ...keeping, minWaitMs, maxWaitMs });
    await child.start();
    victims.push({ name: replica.name, process: child, links: [replica.link] });
  }
  victims.push({ name: 'postgres', process: stack.servers.postgres!, links: [postgres] });
  victims.push({ name: 'nats', process: stack.servers.nats!, links: [nats] });
  const ready = async () =>
    void (await Promise.all(replicas.map(({ admin }) => untilReady(`http://127.0.0.1:${admin}`))));
  const stop = async () => {
    await Promise.all(victims.slice(0, replicas.length).map(({ process: child }) => child.stop()));
    await pgbouncer?.stop();
    for (const { links } of victims) for (const link of links) link.close();
    await stack.stop();
    if (!process.env['CHAOS_KEEP']) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await ready();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    description: await describe(stack, replicas, dataDir),
    issuer: stack.publicUrl,
    victims,
    ready,
    stop,
  };
}

/** Starts PgBouncer in front of the server; the migrations did not know of it. */
async function startPooler({ databaseUrls }: Stack, { port }: Link): Promise<PgBouncer> {
  const urls = serviceNames.map((name) => new URL(databaseUrls[name]));
  await Promise.all(urls.map(({ href }) => setSessionDefaults(href)));
  const roles = urls.map(({ username, password }) => [username, decodeURIComponent(password)]);
  return startPgBouncer(port, Object.fromEntries(roles) as Record<string, string>, POOLED_CONNECTIONS);
}

async function placeReplicas(stack: Stack): Promise<Replica[]> {
  const replicas: Replica[] = [];
  for (const program of processNames)
    for (let n = 1; n <= REPLICAS; n++) {
      // The first gateway has the address that is the issuer of the tokens.
      const port =
        program === 'gateway' && n === 1 ? Number(new URL(stack.publicUrl).port) : await randomPort();
      const admin = await randomPort();
      replicas.push({ program, name: `${program}-${n}`, port, admin, link: await Link.to(port) });
    }
  return replicas;
}

function environmentOf(
  { program, port, admin }: Replica,
  replicas: Replica[],
  stack: Stack,
  { postgres, nats, pgbouncer }: { postgres: Link; nats: Link; pgbouncer: PgBouncer | undefined },
): Record<string, string> {
  const env: Record<string, string> = { ...stack.processes[program].env, ADMIN_PORT: String(admin) };
  env[program === 'gateway' ? 'HTTP_PORT' : 'GRPC_PORT'] = String(port);
  for (const service of serviceNames) {
    const links = replicas.filter((each) => each.program === service).map(({ link }) => link);
    const name = `${service.toUpperCase()}_ADDRESS`;
    if (name in env) env[name] = `ipv4:${links.map((link) => `127.0.0.1:${link.port}`).join(',')}`;
  }
  const { NATS_URL, DATABASE_URL, LIMITS_DATABASE_URL } = env;
  if (NATS_URL !== undefined) env['NATS_URL'] = through(NATS_URL, nats);
  if (LIMITS_DATABASE_URL !== undefined) env['LIMITS_DATABASE_URL'] = through(LIMITS_DATABASE_URL, postgres);
  if (DATABASE_URL !== undefined) {
    env['DATABASE_URL'] = through(DATABASE_URL, pgbouncer ?? postgres);
    if (pgbouncer !== undefined) env['DATABASE_DIRECT_URL'] = through(DATABASE_URL, postgres);
  }
  return env;
}

function through(url: string, { port }: { port: number }): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href;
}

async function describe(stack: Stack, replicas: Replica[], dataDir: string): Promise<Platform> {
  const gateways = replicas.filter(({ program }) => program === 'gateway');
  return {
    gateways: gateways.map(({ link }) => `http://127.0.0.1:${link.port}`) as [string, string],
    databaseUrls: stack.databaseUrls,
    adminDatabaseUrl: stack.adminDatabaseUrl,
    nats: stack.nats,
    processes: Object.fromEntries(
      replicas.map(({ program, port, admin }) => [
        program,
        { pid: 0, address: `127.0.0.1:${port}`, adminUrl: `http://127.0.0.1:${admin}` },
      ]),
    ),
    gatewayEnv: {},
    webhooksEnv: {},
    runDir: path.join(dataDir, 'run'),
    demo: JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8')) as Platform['demo'],
  };
}

/** Writes the description for the helpers of tests. */
export const writeDescription = (file: string, platform: ChaosPlatform): Promise<void> =>
  writeFile(file, JSON.stringify(platform.description), { mode: 0o600 });
