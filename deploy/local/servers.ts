import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { workspaceRoot } from '../build/workspace.ts';
import type { DataDir } from './data-dir.ts';
import { checkServer, serverAnswers } from './databases.ts';
import type { DatabaseServer } from './databases.ts';
import { embeddedPostgres, postgresReason } from './embedded-postgres.ts';
import { findNatsServer } from './nats-tool.ts';
import { makeNatsUsers, type NatsAccess } from './nats-users.ts';
import { checkNats, natsInfo, natsSpec } from './nats.ts';
import { isFree, PortTaken, startOnFreePorts, type Ports } from './ports.ts';
import { step } from './report.ts';
import type { Report } from './report.ts';
import type { Secrets } from './secrets.ts';
import { StackError } from './stack-error.ts';
import { SupervisedProcess } from './supervised-process.ts';
import type { Keeping, ProcessSpec } from './supervised-process.ts';

/** Inputs for starting a server. */
export interface ServerContext {
  dir: DataDir;
  env: NodeJS.ProcessEnv;
  ports: Ports;
  secrets: Secrets;
  keeping: Keeping;
  report: Report;
  signal: AbortSignal;
  /** Called with a server before it is started, so that it is stopped in any case. */
  own(server: SupervisedProcess): void;
}

const patienceMs = 120_000;

async function startServer(
  context: ServerContext,
  spec: ProcessSpec,
  port: number,
  answers: () => Promise<boolean>,
  why: () => Promise<string>,
): Promise<SupervisedProcess> {
  const { keeping, signal } = context;
  // It writes directly to its log file, so that it can continue writing when this process dies.
  const server = new SupervisedProcess(spec, { ...keeping, onLine: undefined, graceMs: 20_000 });
  context.own(server);
  signal.throwIfAborted();
  await server.start();
  for (const deadline = Date.now() + patienceMs; !(await answers()); await sleep(50)) {
    signal.throwIfAborted();
    if (server.crashesInARow > 0 && !(await isFree(port))) {
      await server.stop();
      throw new PortTaken(port);
    }
    if (server.crashesInARow > 0 || Date.now() > deadline)
      throw new StackError(
        `${spec.name} did not start (${await why()}): its log is ${spec.logFile}; if its data is damaged, start over with --fresh.`,
      );
  }
  return server;
}

/** Returns the database server: that of DATABASE_URL, or an embedded one, which it starts. */
export async function provideDatabaseServer(context: ServerContext): Promise<DatabaseServer> {
  const { env, dir, ports, secrets, report, signal } = context;
  const external = env['DATABASE_URL'];
  if (external) {
    await step(report, 'Postgres of DATABASE_URL', () => checkServer(external));
    return { adminUrl: external, prefix: secrets.databasePrefix };
  }
  const urlOf = (): string =>
    `postgres://postgres:${secrets.postgresPassword}@127.0.0.1:${ports.postgres}/postgres`;
  const start = (): Promise<void> =>
    step(report, `Postgres on port ${ports.postgres}`, async () => {
      const spec = await embeddedPostgres(dir, ports.postgres, secrets.postgresPassword, signal);
      await startServer(
        context,
        spec,
        ports.postgres,
        () => serverAnswers(urlOf()),
        () => postgresReason(spec.logFile),
      );
    });
  await startOnFreePorts(ports, start);
  return { adminUrl: urlOf(), prefix: '' };
}

/** Returns access to the NATS server: that of NATS_URL, or one which it starts, with a user per service. */
export async function provideNats(context: ServerContext): Promise<NatsAccess> {
  const { env, dir, ports, report, signal } = context;
  const external = env['NATS_URL'];
  if (external) {
    await step(report, 'NATS of NATS_URL', () => checkNats(external));
    return { url: external };
  }
  const { config, ...keys } = await makeNatsUsers(dir.natsKeys);
  const start = (): Promise<void> =>
    step(report, `NATS on port ${ports.nats}`, async () => {
      const toolsDir = path.join(workspaceRoot, '.local/tools');
      const command = await findNatsServer({ env, toolsDir, signal, progress: (line) => report.say(line) });
      const spec = await natsSpec(dir, command, ports.nats, config);
      const answers = async (): Promise<boolean> =>
        (await natsInfo('127.0.0.1', ports.nats))?.jetstream === true;
      await startServer(context, spec, ports.nats, answers, () => Promise.resolve('it does not respond'));
    });
  await startOnFreePorts(ports, start);
  return { url: `nats://127.0.0.1:${ports.nats}`, ...keys };
}
