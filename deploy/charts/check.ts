import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { styleText } from 'node:util';
import { workspaceRoot } from '../build/workspace.ts';
import { examples } from './examples.ts';
import { generatedFiles } from './generate.ts';
import { golden, objectsOf, render } from './render.ts';
import { wrongSettings } from './settings-check.ts';
import { chartTool } from './tools.ts';

/** Ends when the tools are not to be had. */
const SKIPPED = 77;

/** What a check found wrong, a line each. */
type Check = () => Promise<string[]>;

function run(command: string, args: string[], input?: string): string[] {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: workspaceRoot, encoding: 'utf8', input });
  return status === 0 ? [] : [`${stdout}${stderr}`.trimEnd()];
}

/** Every check of the charts; undefined when a tool is missing. */
function checks(): Record<string, Check> | undefined {
  const helm = chartTool('helm');
  const kubeconform = chartTool('kubeconform');
  const unittest = chartTool('helm-unittest');
  const promtool = chartTool('promtool');
  if (!helm || !kubeconform || !unittest || !promtool) return undefined;
  const charts = ['charts/service', 'charts/commerce-platform'];
  const rules = globSync('charts/commerce-platform/alerts/*.yaml', { cwd: workspaceRoot });
  const ruleTests = globSync('charts/commerce-platform/alerts/tests/*.yaml', { cwd: workspaceRoot });
  const schemas = '{{.ResourceKind}}{{.KindSuffix}}.json';
  const strictly = ['-strict', '-schema-location', path.join(workspaceRoot, 'charts/schemas', schemas)];
  return {
    'generated from the code': generated,
    'helm lint': async () => run(helm, ['lint', '--strict', '--quiet', ...charts]),
    kubeconform: async () =>
      examples().flatMap(({ rendering }) => run(kubeconform, strictly, render(helm, rendering))),
    'golden renderings': () => goldenRenderings(helm),
    'helm unittest': async () => run(unittest, ['--with-subchart=false', ...charts]),
    'every setting': async () => wrongSettings(objectsOf(render(helm, { chart: 'commerce-platform' }))),
    'an alert, a file, a runbook': alertsHaveRunbooks,
    'promtool check': async () => run(promtool, ['check', 'rules', ...rules]),
    'promtool test': async () => run(promtool, ['test', 'rules', ...ruleTests]),
  };
}

const generated: Check = async () => {
  const stale: string[] = [];
  for (const [file, text] of await generatedFiles())
    if ((await readFile(file, 'utf8').catch(() => '')) !== text) stale.push(`${file}: run pnpm charts:generate`);
  return stale;
};

async function goldenRenderings(helm: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const { name, rendering, goldenFile } of examples()) {
    const now = golden(render(helm, rendering));
    if (process.argv.includes('--update')) await writeFile(goldenFile, now);
    else if ((await readFile(goldenFile, 'utf8').catch(() => '')) !== now) {
      const { stdout } = spawnSync('diff', ['-u', goldenFile, '-'], { input: now, encoding: 'utf8' });
      wrong.push(`${name} renders otherwise than ${goldenFile} (pnpm charts:check --update):\n${stdout}`);
    }
  }
  return wrong;
}

const alertsHaveRunbooks: Check = async () => {
  const names = globSync('charts/commerce-platform/alerts/*.yaml', { cwd: workspaceRoot })
    .map((file) => path.basename(file, '.yaml'))
    .filter((name) => name !== 'objectives');
  return names.flatMap((name) => [
    ...(existsSync(path.join(workspaceRoot, `docs/runbooks/${name}.md`)) ? [] : [`${name} has no runbook`]),
    ...(existsSync(path.join(workspaceRoot, `charts/commerce-platform/alerts/tests/${name}.test.yaml`))
      ? []
      : [`${name} has no test`]),
  ]);
};

async function main(): Promise<number> {
  const all = checks();
  if (all === undefined) {
    console.log('skipped: the charts are checked with helm and others, which Go (1.26 or newer) would build');
    return SKIPPED;
  }
  let failed = false;
  for (const [name, check] of Object.entries(all)) {
    const wrong = await check().catch((error: Error) => [error.message]);
    console.log(`${wrong.length === 0 ? styleText('green', 'passed') : styleText('red', 'FAILED')} ${name}`);
    for (const line of wrong) console.log(line.replace(/^/gm, '    '));
    failed ||= wrong.length > 0;
  }
  return failed ? 1 : 0;
}

process.exitCode = await main();
