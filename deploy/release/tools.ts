import { existsSync } from 'node:fs';
import path from 'node:path';
import { goTools } from '../build/go-tools.ts';
import { workspaceRoot } from '../build/workspace.ts';
import { chartTools } from '../charts/tools.ts';
import { runCommand } from '../local/run-command.ts';

const GO_TOOLS = {
  cosign: 'github.com/sigstore/cosign/v2/cmd/cosign',
  crane: 'github.com/google/go-containerregistry/cmd/crane',
  ct: 'github.com/helm/chart-testing/v3/ct',
  syft: 'github.com/anchore/syft/cmd/syft',
};

/** The programs that `ct lint` runs. */
const PYTHON_TOOLS = { yamllint: '1.38.0', yamale: '6.1.0' };
const PYTHON_DIRECTORY = path.join(workspaceRoot, '.local/tools/yaml');

/** Absolute paths of the tools of a release. */
export interface ReleaseTools extends Record<keyof typeof GO_TOOLS, string> {
  helm: string;
  /** Environment in which ct finds the programs that it runs. */
  ctEnvironment: Record<string, string>;
}

/** Finds the tools, or builds and installs them. @returns the reason when they are unavailable */
export async function releaseTools(): Promise<ReleaseTools | { missing: string }> {
  const charts = await chartTools();
  if ('missing' in charts) return charts;
  const directory = path.join(import.meta.dirname, 'tools');
  const release = await goTools({ directory, output: 'go-release', tools: GO_TOOLS });
  if ('missing' in release) return release;
  const failure = await installPythonTools();
  if (failure !== undefined) return { missing: failure };
  const folders = [path.dirname(charts.helm), path.join(PYTHON_DIRECTORY, 'bin'), process.env['PATH'] ?? ''];
  const ctEnvironment = { PATH: folders.join(path.delimiter), PYTHONPATH: PYTHON_DIRECTORY };
  return { ...release, helm: charts.helm, ctEnvironment };
}

/** @returns the reason when they cannot be installed */
async function installPythonTools(): Promise<string | undefined> {
  const isInstalled = Object.entries(PYTHON_TOOLS).every(([name, version]) =>
    existsSync(path.join(PYTHON_DIRECTORY, `${name}-${version}.dist-info`)),
  );
  if (isInstalled) return undefined;
  const packages = Object.entries(PYTHON_TOOLS).map(([name, version]) => `${name}==${version}`);
  const pip = ['-m', 'pip', 'install', '--quiet', '--upgrade', '--target', PYTHON_DIRECTORY, ...packages];
  const { code, output } = await runCommand('python3', pip, { env: process.env });
  return code === 0 ? undefined : `Python with pip cannot install ${packages.join(' and ')}: ${output}`;
}
