import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { packagesNow } from '@commerce/deploy/build/packages.ts';
import { havePassed, packageTests, platformTests, recordPassed, type Tests } from './affected.ts';

const HELP = `pnpm test [--all] [part of a path …]   lint, build, and every test whose inputs have changed since it last passed
pnpm test:long [part of a path …]      the long tests: faults, full fuzz, every page in every view, large tables, charts, chaos, mutants

  --all    also run tests that passed with the same inputs
  With a part of a path, only the test files with it in their path run.
  SEED=…   seed of random choices; each run prints its own
  CI=1     a test that lacks a tool fails instead of being skipped

docs/testing.md describes what each level proves.
`;

const { values: options, positionals: filters } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

/** Exit code of a step that could not run on this machine. */
const SKIPPED = 77;
const DURATIONS = '.local/test-durations.json';
const SLOWEST = 10;
const REASON_CHARACTERS = 500;

// The tests connect to TLS servers by IP address, for which Node.js prints a warning per connection.
process.env['NODE_OPTIONS'] = '--disable-warning=DEP0123';
// Children that run TypeScript, such as the command line, load it faster.
process.env['NODE_COMPILE_CACHE'] ??= path.resolve('.cache/compiled');
process.env['SEED'] ??= String(Math.trunc(Math.random() * 2 ** 31));

async function step(name: string, script: string, ...args: string[]): Promise<Totals> {
  process.stdout.write(`\n── ${name}\n`);
  const [status] = (await once(spawn(process.execPath, [script, ...args], { stdio: 'inherit' }), 'exit')) as [
    number | null,
  ];
  if (status === SKIPPED && !process.env['CI']) return { passed: 0, failed: 0, skipped: 1 };
  if (status === 0) return { passed: 1, failed: 0, skipped: 0 };
  failures.push(name);
  return { passed: 0, failed: 1, skipped: 0 };
}

/** Vitest's report of a file. */
interface FileReport {
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  /** Why the file could not be loaded, or empty. */
  message: string;
  /** Absolute path. */
  name: string;
  status: string;
  /** Milliseconds since the epoch. */
  startTime: number;
  endTime: number;
}

interface Report extends Record<string, unknown> {
  success: boolean;
  testResults: FileReport[];
}

/**
 * Runs a project of vitest.config.ts, narrowed to targets, and records the tests that passed.
 * @param output destination of Vitest's output
 */
async function vitest(project: string, targets: Tests[], output: Writable): Promise<Totals> {
  output.write(`\n── tests: ${project} (SEED=${process.env['SEED']})\n`);
  const waiting = options.all || filters.length > 0 ? targets : await stale(targets);
  const same = targets.length - waiting.length;
  if (same > 0) output.write(`${same} unchanged since they passed: ${names(targets, waiting)}\n`);
  if (targets.length > 0 && waiting.length === 0) return { passed: 0, failed: 0, skipped: 0 };
  const file = `.cache/vitest-${project}.json`;
  rmSync(file, { force: true });
  const selected = filters.length > 0 ? filters : waiting.map(({ target }) => path.resolve(target));
  const args = [
    'run',
    `--project=${project}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${file}`,
    '--passWithNoTests',
    ...selected,
  ];
  const env = { ...process.env, TEST_LEVEL: options.long ? 'long' : 'default' };
  const child = spawn('node_modules/.bin/vitest', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false });
  const [status] = (await once(child, 'close')) as [number | null];
  if (!existsSync(file)) {
    if (status !== 0) failures.push(project);
    return { passed: 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  }
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  keepDurations(report.testResults);
  if (status === 0 && filters.length === 0) for (const tests of waiting) await recordPassed(tests);
  const failed = report.testResults.flatMap(failuresOf);
  // A failure outside of a test (a leak, the setup) counts too.
  if (failed.length === 0 && status !== 0) failed.push(`${project}: outside of a test`);
  failures.push(...failed);
  return {
    passed: report['numPassedTests'] as number,
    failed: failed.length,
    skipped: report['numPendingTests'] as number,
  };
}

/** Failures of the run, one line each. */
const failures: string[] = [];

const failuresOf = (file: FileReport): string[] => {
  const tests = file.assertionResults.filter(({ status }) => status === 'failed');
  const name = path.relative('.', file.name);
  // A file can fail without a failed test: when it cannot be loaded, or in `beforeAll`.
  if (file.status === 'failed' && tests.length === 0) return [`${name}: ${shortened(file.message)}`];
  return tests.map(
    ({ fullName, failureMessages }) => `${name}: ${fullName}: ${shortened(failureMessages.join(' '))}`,
  );
};

/** The beginning of an error message, on one line. */
const shortened = (message: string): string =>
  stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').slice(0, REASON_CHARACTERS);

async function stale(targets: Tests[]): Promise<Tests[]> {
  const passed = await Promise.all(targets.map(havePassed));
  return targets.filter((_, at) => !passed[at]);
}

const names = (targets: Tests[], waiting: Tests[]): string =>
  targets
    .filter((each) => !waiting.includes(each))
    .map(({ target }) => path.basename(target, '.test.ts'))
    .join(', ');

const seconds = new Map<string, number>();

/** Records the duration of each file, keeping those of files that did not run. */
function keepDurations(files: FileReport[]): void {
  for (const { name, startTime, endTime } of files)
    seconds.set(path.relative('.', name), Math.round(endTime - startTime) / 1000);
  const before = existsSync(DURATIONS) ? (JSON.parse(readFileSync(DURATIONS, 'utf8')) as object) : {};
  mkdirSync(path.dirname(DURATIONS), { recursive: true });
  writeFileSync(DURATIONS, JSON.stringify({ ...before, ...Object.fromEntries(seconds) }, null, 2));
}

function printSlowest(): void {
  const slowest = [...seconds].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST);
  if (slowest.length === 0) return;
  process.stdout.write(`\nThe slowest files, in seconds (all: ${DURATIONS})\n`);
  for (const [file, took] of slowest) process.stdout.write(`${took.toFixed(1).padStart(7)}  ${file}\n`);
}

const isSerial = ({ target }: Tests): boolean => target.endsWith('.serial.test.ts');

async function* short(): AsyncGenerator<Totals> {
  if (filters.length === 0) yield await step('lint', 'deploy/build/lint.ts');
  yield await step('build', 'deploy/build/bundle.ts');
  if (filters.length === 0) yield await step('charts', 'deploy/charts/check.ts', '--without-tools');
  const packages = await packagesNow();
  const platform = await platformTests(packages);
  yield* projects(
    packageTests(packages),
    platform.filter((each) => !isSerial(each)),
    platform.filter(isSerial),
  );
}

async function* long(): AsyncGenerator<Totals> {
  yield await step('build', 'deploy/build/bundle.ts');
  if (filters.length === 0) yield await step('charts', 'deploy/charts/check.ts');
  yield* projects([], [], []);
  if (filters.length > 0) return;
  yield await step('chaos', 'test/chaos/main.ts', '--minutes', '2', '--seed', process.env['SEED']!);
}

/** Runs the three projects and, at the long level, the mutants. Without targets, all of their files run. */
async function* projects(unit: Tests[], platform: Tests[], serial: Tests[]): AsyncGenerator<Totals> {
  // Serial tests mostly wait for stopped processes, so other tests use the processors in parallel.
  const serialRun = buffered('serial', serial);
  const unitRun = buffered('unit', unit);
  unitRun.show();
  if (options.long && filters.length === 0) {
    await unitRun.totals;
    yield await step('mutants', 'test/mutants/main.ts');
  }
  const others = [unitRun.totals, serialRun.totals];
  // Serial tests of the long level measure throughput, which other tests would lower.
  await (options.long ? Promise.all(others) : Promise.race(others));
  // Starts its platform beside the last tests of the others.
  const platformRun = buffered('platform', platform);
  yield await unitRun.totals;
  for (const { show, totals } of [serialRun, platformRun]) {
    show();
    yield await totals;
  }
}

/** Runs a project. Its output appears from `show` on. */
function buffered(project: string, targets: Tests[]): { totals: Promise<Totals>; show: () => void } {
  const output = new PassThrough({ highWaterMark: 2 ** 26 });
  return {
    totals: vitest(project, targets, output),
    show: () => void output.pipe(process.stdout, { end: false }),
  };
}

if (options.help) {
  process.stdout.write(HELP);
} else {
  mkdirSync('.cache', { recursive: true });
  const started = performance.now();
  const total: Totals = { passed: 0, failed: 0, skipped: 0 };
  for await (const { passed, failed, skipped } of options.long ? long() : short()) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  printSlowest();
  if (failures.length > 0)
    process.stdout.write(`\n${failures.map((failure) => `failed: ${failure}\n`).join('')}`);
  process.stdout.write(`\nin ${Math.round((performance.now() - started) / 1000)} s`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}
