import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';

/** Runs all the tests: lint, build, the charts, the rooms by themselves, then the whole platform. Ends with a line of totals. */

interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

const NODE_OPTIONS = '--experimental-vm-modules --disable-warning=ExperimentalWarning';

/** A step that says so could not be taken here. */
const SKIPPED = 77;

function step(name: string, script: string): Totals {
  process.stdout.write(`\n── ${name}\n`);
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  if (status === SKIPPED) return { passed: 0, failed: 0, skipped: 1 };
  return status === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

function jest(project: string, workers: number): Totals {
  process.stdout.write(`\n── tests: ${project}\n`);
  const report = `.cache/jest-${project}.json`;
  rmSync(report, { force: true });
  const args = ['--selectProjects', project, '--maxWorkers', String(workers)];
  const { status } = spawnSync(
    'node_modules/.bin/jest',
    [...args, '--json', '--outputFile', report, ...process.argv.slice(2)],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_OPTIONS },
    },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const result = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>;
  const failed = result['numFailedTests']! + result['numRuntimeErrorTestSuites']!;
  return {
    passed: result['numPassedTests']!,
    // What fails outside a test (a leak, the set-up) is a failure too.
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: result['numPendingTests']!,
  };
}

mkdirSync('.cache', { recursive: true });
const results = [
  step('lint', 'deploy/build/lint.ts'),
  step('build', 'deploy/build/bundle.ts'),
  step('charts', 'deploy/charts/check.ts'),
];
results.push(jest('unit', 2), jest('platform', 1));
const sum = (key: keyof Totals) => results.reduce((total, result) => total + result[key], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}\n`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
