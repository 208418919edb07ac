import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace.ts';

/** Where the tools are kept that Go has built; the folder outlives the tests, because building them takes minutes. */
const BIN = path.join(workspaceRoot, '.local/tools/go/bin');

/** Tools that `go install` makes, at these versions. */
const INSTALLED = {
  helm: 'helm.sh/helm/v3/cmd/helm@v3.22.0',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0',
};
/** Tools that replace parts of others, and so are built in modules of our own, which pin the versions. */
const BUILT = {
  'helm-unittest': 'github.com/helm-unittest/helm-unittest/cmd/helm-unittest',
  promtool: 'github.com/prometheus/prometheus/cmd/promtool',
};

export type Tool = keyof typeof INSTALLED | keyof typeof BUILT;

/** Absolute path of a tool; undefined when it is neither there nor can be built, for want of Go. */
export function chartTool(name: Tool): string | undefined {
  const file = path.join(BIN, name);
  const stamp = `${file}.version`;
  const version = versionOf(name);
  if (existsSync(file) && existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return file;
  if (spawnSync('go', ['version'], { stdio: 'ignore' }).status !== 0) return undefined;
  process.stdout.write(`building ${name} (once; this takes minutes)\n`);
  mkdirSync(BIN, { recursive: true });
  if (!build(name)) return undefined;
  writeFileSync(stamp, version);
  return file;
}

function versionOf(name: Tool): string {
  if (name in INSTALLED) return INSTALLED[name as keyof typeof INSTALLED];
  return createHash('sha256').update(readFileSync(path.join(moduleOf(name), 'go.sum'))).digest('hex');
}

const moduleOf = (name: Tool): string => path.join(import.meta.dirname, 'tools', name);

function build(name: Tool): boolean {
  const flags = ['-trimpath', '-ldflags', '-s -w'];
  const args =
    name in INSTALLED
      ? ['install', ...flags, INSTALLED[name as keyof typeof INSTALLED]]
      : ['build', ...flags, '-mod=readonly', '-o', path.join(BIN, name), BUILT[name as keyof typeof BUILT]];
  const env = { ...process.env, GOBIN: BIN, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false' };
  const cwd = name in BUILT ? moduleOf(name) : workspaceRoot;
  const { status, stderr } = spawnSync('go', args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) process.stdout.write(stderr.replace(/^go: downloading.*\n/gm, ''));
  return status === 0;
}
