import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import { longTest } from '@commerce/service-kit/testing/level.ts';
import { until } from '@commerce/service-kit/testing/until.ts';
import { createDataDir, dataDirAt } from '../local/data-dir.ts';
import { nodeBinary } from '../local/run-command.ts';
import { readPids } from '../local/pid-files.ts';
import { choosePorts } from '../local/ports.ts';
import { loadSecrets } from '../local/secrets.ts';
import { provideDatabaseServer, provideNats, type ServerContext } from '../local/servers.ts';
import { startStack } from '../local/stack.ts';
import type { Stack } from '../local/stack.ts';
import type { SupervisedProcess } from '../local/supervised-process.ts';
import { runs } from './fixtures/runs.ts';
import { fakeProcesses } from './fixtures/fake-processes.ts';

let place: { root: string; dataDir: string };
let stack: Stack | undefined;

beforeAll(async () => {
  place = await fakeProcesses(['gateway', 'services/orders', 'services/auth']);
});

afterAll(async () => {
  await stack?.stop();
  await rm(place.root, { recursive: true });
});

const start = (more: object = {}): Promise<Stack> =>
  startStack({ ...place, ports: 'random', env: { PATH: process.env['PATH'] }, ...more });

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const portOf = (address: string): number => Number(address.split(':').at(-1));

async function stopAndList(running: Stack): Promise<number[]> {
  const pids = (await readPids(path.join(place.dataDir, 'run'))).map((record) => record.pid);
  await running.stop();
  return pids;
}

describe('the local stack', () => {
  test('a stack starts every built process and returns their addresses', async () => {
    stack = await start();
    expect(Object.keys(stack.processes).toSorted()).toEqual(['auth', 'gateway', 'orders']);
    expect((await fetch(`${stack.processes.orders.adminUrl}/readyz`)).status).toBe(200);
    const demo: unknown = JSON.parse(await readFile(path.join(place.dataDir, 'demo.json'), 'utf8'));
    expect(demo).toEqual({
      base_url: `${stack.publicUrl}/api/public/2026-10`,
      auth_url: stack.publicUrl,
      console_url: `${stack.publicUrl}/`,
      mail_url: stack.mailUrl,
    });
  });

  test('secrets are not readable by other users', async () => {
    expect((await stat(path.join(place.dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  test('a service can connect to its own database only', async () => {
    const { orders, catalog } = stack!.databaseUrls;
    await query(orders, 'create table kept (id int primary key)');
    const trespass = new URL(orders);
    trespass.pathname = new URL(catalog).pathname;
    await expect(query(trespass.href, 'select 1')).rejects.toThrow('permission denied for database');
  });

  test('a killed process is restarted', async () => {
    const { orders } = stack!.processes;
    const { pid } = orders;
    orders.kill('SIGKILL');
    await until(() => orders.pid !== undefined && orders.pid !== pid, 'a new process');
    await orders.ready();
  });

  test('the stack recovers when Postgres is killed', async () => {
    const { postgres } = stack!.servers;
    const { pid } = postgres!;
    postgres!.kill('SIGKILL');
    await until(() => postgres!.pid !== undefined && postgres!.pid !== pid, 'a new process');
    // Recovery writes each file of the database through to the disk, which other tests may keep busy for minutes.
    const answer = () => query(stack!.adminDatabaseUrl, 'select 1').catch(() => false);
    await until(answer, 'its answer', 600_000);
  });

  test('a gateway can be added', async () => {
    const url = await stack!.addGateway();
    expect(url).not.toBe(stack!.publicUrl);
  });

  test('a second stack on the same data is rejected', async () => {
    await expect(start()).rejects.toThrow(
      /is in use by another running stack \(process \d+\): stop that one/,
    );
    expect(runs(stack!.processes.orders.pid)).toBe(true);
  });

  test('a stopped stack leaves no process running', async () => {
    const pids = await stopAndList(stack!);
    expect(pids).toHaveLength(6);
    expect(pids.filter(runs)).toEqual([]);
  });

  longTest('data survives a restart, and fresh starts over', async () => {
    stack = await start();
    expect(await query(stack.databaseUrls.orders, 'select from kept')).toEqual([]);
    await stack.stop();
    stack = await start({ fresh: true });
    await expect(query(stack.databaseUrls.orders, 'select from kept')).rejects.toThrow('does not exist');
    await stack.stop();
  });

  longTest('another port is used when a listener takes one after it was chosen', async () => {
    const expected = await choosePorts({}, 'defaults');
    const [orders, gateway] = [expected.services.orders.grpc, expected.gateway];
    const listeners: Server[] = [];
    // After the ports are chosen, before the processes start.
    const say = (sentence: string): void => {
      if (!sentence.startsWith('migrations')) return;
      for (const port of [orders, gateway]) listeners.push(createServer().listen(port, '127.0.0.1'));
    };
    stack = await start({ ports: 'defaults', report: { say } });
    expect(listeners.map((listener) => listener.listening)).toEqual([true, true]);
    expect(portOf(stack.processes.orders.address)).not.toBe(orders);
    expect(portOf(stack.processes.gateway.address)).not.toBe(gateway);
    expect(stack.publicUrl).toBe(`http://${stack.processes.gateway.address}`);
    expect(stack.processes.gateway.env['ORDERS_ADDRESS']).toBe(stack.processes.orders.address);
    const pids = await stopAndList(stack);
    expect(pids.filter(runs)).toEqual([]);
    for (const listener of listeners) listener.close();
  });

  longTest('Postgres and NATS use another port when a listener takes theirs before they start', async () => {
    const dir = dataDirAt(path.join(place.root, 'data-of-servers'));
    await createDataDir(dir);
    const ports = await choosePorts({}, 'random');
    const { postgres, nats } = ports;
    const listeners = [postgres, nats].map((port) => createServer().listen(port, '127.0.0.1'));
    const owned = new Set<SupervisedProcess>();
    const context: ServerContext = {
      dir,
      env: { PATH: process.env['PATH'] },
      ports,
      secrets: await loadSecrets(dir.secretsFile),
      keeping: { runDir: dir.run, owner: 'test', notice: () => undefined },
      report: { say: () => undefined },
      signal: AbortSignal.timeout(120_000),
      own: (server) => void owned.add(server),
    };
    const [{ adminUrl }, { url: natsUrl }] = await Promise.all([
      provideDatabaseServer(context),
      provideNats(context),
    ]);
    expect([Number(new URL(adminUrl).port), Number(new URL(natsUrl).port)]).toEqual([
      ports.postgres,
      ports.nats,
    ]);
    expect([ports.postgres, ports.nats]).not.toEqual([postgres, nats]);
    expect(await query(adminUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    await Promise.all([...owned].map((server) => server.stop()));
    for (const listener of listeners) listener.close();
  });

  test('a failed start leaves no process running', async () => {
    const env = { PATH: process.env['PATH'], NATS_URL: 'nats://127.0.0.1:1' };
    await expect(start({ env })).rejects.toThrow('No NATS server responds at 127.0.0.1:1');
    expect(await readPids(path.join(place.dataDir, 'run'))).toEqual([]);
  });

  test('an aborted start leaves no process running', async () => {
    const signal = AbortSignal.timeout(300);
    await expect(start({ signal })).rejects.toThrow();
    expect(await readPids(path.join(place.dataDir, 'run'))).toEqual([]);
  });

  test('killing the supervisor leaves no process running', async () => {
    const script = path.join(import.meta.dirname, 'fixtures/run-stack.ts');
    const env = { PATH: process.env['PATH'] };
    const supervisor = spawn(nodeBinary, [script, place.root, place.dataDir], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(supervisor.stdout, 'data');
    const pids = (await readPids(path.join(place.dataDir, 'run'))).map((record) => record.pid);
    expect(pids).toHaveLength(5);
    supervisor.kill('SIGKILL');
    await until(() => !pids.some(runs), 'all of them gone');
  });
});
