import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Nats, type NatsSettings } from '../events/nats.ts';
import { createLogger } from '../logger.ts';
import { randomPort } from './ports.ts';

/** A nats-server for tests that can be stopped and restarted with its data. */
export interface TestNats {
  url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops the server, deletes its data, and starts it again. */
  wipe(): Promise<void>;
  /** Stops the server for good and deletes its data. */
  drop(): Promise<void>;
}

/**
 * Starts a nats-server with JetStream.
 * @param config further lines of its configuration file
 * @throws Error when TEST_NATS_SERVER, the path of the program, is not set
 */
export async function startTestNats(config = ''): Promise<TestNats> {
  const program = process.env['TEST_NATS_SERVER'];
  if (!program)
    throw new Error('TEST_NATS_SERVER is not set. Set it to the path of the nats-server program.');
  const folder = await mkdtemp(path.join(tmpdir(), 'commerce-nats-'));
  const storeDir = path.join(folder, 'data');
  const configFile = path.join(folder, 'nats.conf');
  await writeFile(configFile, config);
  const port = await randomPort();
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const args = ['-c', configFile, '-a', '127.0.0.1', '-p', String(port), '-js', '-sd', storeDir];
    child = spawn(program, args, { stdio: 'ignore' });
    while (!(await isListening(port))) {
      if (child.exitCode !== null) throw new Error(`nats-server ended with exit code ${child.exitCode}.`);
      await sleep(20);
    }
  };
  const stop = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
    child = undefined;
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    stop,
    async wipe() {
      await stop();
      await rm(storeDir, { recursive: true, force: true });
      await start();
    },
    async drop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Connects to a server, with the given settings instead of the usual ones. */
export const connectTo = (nats: TestNats, settings: Partial<NatsSettings> = {}): Promise<Nats> =>
  Nats.connect({
    servers: [nats.url],
    name: 'test',
    replicas: 1,
    logger: createLogger('test', 'silent'),
    ...settings,
  });

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
