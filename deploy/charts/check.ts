import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { workspaceRoot } from '../build/workspace.ts';
import { processNames } from '../local/services.ts';
import { dashboardRules, wrongDashboards } from './dashboards.ts';
import { wrongCommands } from './documented-commands.ts';
import { examples, OPERATORS, PRODUCTION_VALUES, TRIAL_VALUES } from './examples.ts';
import { generatedFiles } from './generate.ts';
import { golden, objectsOf, render, template } from './render.ts';
import { wrongSecrets } from './secrets-check.ts';
import { wrongSettings } from './settings-check.ts';
import { chartTools, type ChartTools } from './tools.ts';

/** Exits when the tools are unavailable. */
const SKIPPED = 77;

/** Versions of Kubernetes whose schemas the objects follow: the oldest of the charts' `kubeVersion`, one between, and the newest. */
const KUBERNETES_VERSIONS = ['1.30', '1.34', '1.37'];

/** Arguments that let kubeconform find schemas in a folder of charts/schemas. */
const schemasIn = (folder: string): string[] => [
  '-schema-location',
  path.join(workspaceRoot, 'charts/schemas', folder, '{{.ResourceKind}}{{.KindSuffix}}.json'),
];

/** Problems found by a check, one line each. */
type Check = () => Promise<string[]>;

function run(command: string, args: string[], input?: string): string[] {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: workspaceRoot, encoding: 'utf8', input });
  return status === 0 ? [] : [`${stdout}${stderr}`.trimEnd()];
}

/** Checks that need no tool. */
const readingChecks: Record<string, Check> = {
  'generated from the code': generated,
  'alerts have runbooks and tests': alertsHaveRunbooks,
  'dashboards show one platform': async () => wrongDashboards(),
};

function toolChecks({ helm, kubeconform, promtool, ...tools }: ChartTools): Record<string, Check> {
  const charts = ['charts/service', 'charts/commerce-platform'];
  const rules = globSync('charts/commerce-platform/alerts/*.yaml', { cwd: workspaceRoot });
  const ruleTests = globSync('charts/commerce-platform/alerts/tests/*.yaml', { cwd: workspaceRoot });
  let rendered: string[] | undefined;
  const accepts = (folder: string) => async () => {
    rendered ??= examples().map(({ rendering }) => render(helm, rendering));
    const strictly = ['-strict', ...schemasIn(folder), ...schemasIn('')];
    return rendered.flatMap((objects) => run(kubeconform, strictly, objects));
  };
  return {
    'helm lint': async () => [
      ...run(helm, ['lint', '--strict', '--quiet', 'charts/service']),
      ...run(helm, ['lint', '--strict', '--quiet', 'charts/commerce-platform', '--values', TRIAL_VALUES]),
    ],
    'the same rendering each time': async () =>
      examples()
        .filter(({ rendering }) => render(helm, rendering) !== render(helm, rendering))
        .map(({ name }) => `${name} renders differently each time`),
    ...Object.fromEntries(
      KUBERNETES_VERSIONS.map((version) => [`Kubernetes ${version} accepts it`, accepts(`kubernetes-${version}`)]),
    ),
    'golden renderings': () => goldenRenderings(helm),
    'every process can be disabled': async () => processNames.flatMap((name) => withoutProcess(helm, name)),
    'documented commands': async () => wrongCommands(helm),
    'helm unittest': async () => run(tools['helm-unittest'], ['--with-subchart=false', ...charts]),
    'settings of every process': async () => wrongSettings(objectsOf(render(helm, { chart: 'commerce-platform', values: [TRIAL_VALUES] }))),
    'Secrets of a trial': async () =>
      wrongSecrets(objectsOf(render(helm, { chart: 'commerce-platform', values: [TRIAL_VALUES] }))),
    'promtool check': async () => run(promtool, ['check', 'rules', ...rules]),
    'promtool check of dashboards': async () => run(promtool, ['check', 'rules'], dashboardRules()),
    'promtool test': async () => run(promtool, ['test', 'rules', ...ruleTests]),
  };
}

async function generated(): Promise<string[]> {
  const stale: string[] = [];
  for (const [file, text] of await generatedFiles())
    if ((await readFile(file, 'utf8').catch(() => '')) !== text) stale.push(`${file}: run pnpm charts:generate`);
  return stale;
}

async function goldenRenderings(helm: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const { name, rendering, goldenFile } of examples()) {
    const now = golden(render(helm, rendering));
    if (process.argv.includes('--update')) await writeFile(goldenFile, now);
    else if ((await readFile(goldenFile, 'utf8').catch(() => '')) !== now) {
      const { stdout } = spawnSync('diff', ['-u', goldenFile, '-'], { input: now, encoding: 'utf8' });
      wrong.push(`${name} renders differently from ${goldenFile} (update it with pnpm charts:check --update):\n${stdout}`);
    }
  }
  return wrong;
}

/** Errors of rendering the trial and the production values with a process disabled, as when it is released independently. */
function withoutProcess(helm: string, name: string): string[] {
  return [[TRIAL_VALUES], PRODUCTION_VALUES].flatMap((values) => {
    const files = values.map((file) => `--values=${file}`);
    try {
      template(helm, ['commerce', 'charts/commerce-platform', ...files, `--set=${name}.enabled=false`], OPERATORS);
      return [];
    } catch (error) {
      return [`${name}.enabled=false with ${values[0]}: ${(error as Error).message.trimEnd()}`];
    }
  });
}

async function alertsHaveRunbooks(): Promise<string[]> {
  const names = globSync('charts/commerce-platform/alerts/*.yaml', { cwd: workspaceRoot })
    .map((file) => path.basename(file, '.yaml'))
    .filter((name) => name !== 'objectives');
  return names.flatMap((name) => [
    ...(existsSync(path.join(workspaceRoot, `docs/runbooks/${name}.md`)) ? [] : [`${name} has no runbook`]),
    ...(existsSync(path.join(workspaceRoot, `charts/commerce-platform/alerts/tests/${name}.test.yaml`))
      ? []
      : [`${name} has no test`]),
  ]);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { update: { type: 'boolean' }, 'without-tools': { type: 'boolean' }, only: { type: 'string', default: '' } },
  });
  if (values['without-tools']) return report(readingChecks);
  const tools = await chartTools();
  // Checks whose names contain a text.
  const selected = (checks: Record<string, Check>): Record<string, Check> =>
    Object.fromEntries(Object.entries(checks).filter(([name]) => name.includes(values.only)));
  if (!('missing' in tools)) return report(selected({ ...readingChecks, ...toolChecks(tools) }));
  console.log(`skipped: the chart tools must be built with Go, and ${tools.missing}; install one of them`);
  return SKIPPED;
}

async function report(checks: Record<string, Check>): Promise<number> {
  let failed = false;
  for (const [name, check] of Object.entries(checks)) {
    const wrong = await check().catch((error: Error) => [error.message]);
    console.log(`${wrong.length === 0 ? styleText('green', 'passed') : styleText('red', 'FAILED')} ${name}`);
    for (const line of wrong) console.log(line.replace(/^/gm, '    '));
    failed ||= wrong.length > 0;
  }
  return failed ? 1 : 0;
}

process.exitCode = await main();
