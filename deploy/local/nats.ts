import net from 'node:net';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DataDir } from './data-dir.ts';
import { StackError } from './stack-error.ts';
import type { ProcessSpec } from './supervised-process.ts';

/** Command to run NATS with JetStream, with its data in the data directory. @param config its configuration */
export async function natsSpec(
  dir: DataDir,
  command: string,
  port: number,
  config: string,
): Promise<ProcessSpec> {
  await mkdir(dir.nats, { recursive: true });
  const configFile = path.join(dir.natsKeys, 'nats.conf');
  await writeFile(configFile, config);
  const address = ['--addr', '127.0.0.1', '--port', String(port)];
  return {
    name: 'nats',
    command,
    args: ['--config', configFile, ...address, '--jetstream', '--store_dir', dir.nats],
    cwd: dir.root,
    env: {},
    logFile: path.join(dir.log, 'nats.log'),
    stage: 1,
  };
}

/** Reads the INFO line that a NATS server sends on connect; undefined when it does not respond within two seconds. */
export function natsInfo(host: string, port: number): Promise<{ jetstream?: boolean } | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: 2000 });
    let text = '';
    const finish = (info?: { jetstream?: boolean }): void => {
      socket.destroy();
      resolve(info);
    };
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const line = /^INFO (.*)\r\n/.exec(text)?.[1];
      if (line !== undefined) finish(JSON.parse(line) as { jetstream?: boolean });
    });
    for (const end of ['timeout', 'error', 'close']) socket.on(end, () => finish());
  });
}

/** Throws `StackError` for a NATS_URL that is malformed, does not respond, or has no JetStream. */
export async function checkNats(natsUrl: string): Promise<void> {
  const first = natsUrl.split(',')[0]!.trim();
  if (!URL.canParse(first) || !/^(nats|tls):\/\//.test(first))
    throw new StackError('NATS_URL is not a NATS address: set it to nats://host:port, or unset it.');
  const { hostname, port, host } = new URL(first);
  const info = await natsInfo(hostname, Number(port || 4222));
  if (info === undefined)
    throw new StackError(`No NATS server responds at ${host} (NATS_URL): start it, or unset NATS_URL.`);
  if (info.jetstream !== true)
    throw new StackError(
      `The NATS server at ${host} (NATS_URL) has no JetStream: start it with --jetstream, or unset NATS_URL.`,
    );
}
