import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import startServers from '../support/start-servers.ts';
import { MUTANTS, type Mutant } from './mutants.ts';

/**
 * Breaks a copy of the sources in one way after the other, and checks that the named test notices each: `pnpm test:mutants [part of
 * a name]`. Fails when a mutant survives or its text is no longer in the file.
 */
const root = path.resolve('.');
const copy = path.join(root, '.cache/mutants');
const NOT_COPIED = new Set(['.git', '.cache', '.local', 'node_modules']);

interface Report {
  testResults: { assertionResults: { title: string; status: string }[] }[];
}

function copySources(): void {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const entry of readdirSync(root))
    if (!NOT_COPIED.has(entry))
      // Links between the packages are relative, so those of the copy lead into the copy.
      cpSync(path.join(root, entry), path.join(copy, entry), { recursive: true, verbatimSymlinks: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
}

/** Status of the mutant's test in the copy; undefined when it did not run. */
async function statusOf({ testFile, test }: Mutant): Promise<string | undefined> {
  const output = path.join(copy, 'report.json');
  rmSync(output, { force: true });
  const pattern = test.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const args = [
    'run',
    '--project=unit',
    '--reporter=json',
    `--outputFile=${output}`,
    '-t',
    pattern,
    testFile,
  ];
  // A test that a mutant fails waits in vain.
  const env = { ...process.env, TEST_PATIENCE_MS: '20000' };
  await once(spawn('node_modules/.bin/vitest', args, { cwd: copy, env, stdio: 'ignore' }), 'close');
  if (!existsSync(output)) return undefined;
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Report;
  return testResults.flatMap(({ assertionResults }) => assertionResults).find(({ title }) => title === test)
    ?.status;
}

/** Breaks the copy, runs the test, and repairs the copy. @returns what is wrong with the mutant, if anything */
async function problemOf(mutant: Mutant): Promise<string | undefined> {
  const file = path.join(copy, mutant.file);
  const source = readFileSync(file, 'utf8');
  if (source.split(mutant.find).length !== 2) return `its text is not in ${mutant.file} once`;
  writeFileSync(
    file,
    source.replace(mutant.find, () => mutant.replace),
  );
  try {
    const status = await statusOf(mutant);
    return status === 'failed' ? undefined : `it survives: the test is ${status ?? 'not found'}`;
  } finally {
    writeFileSync(file, source);
  }
}

const stopServers = await startServers();
try {
  copySources();
  for (const mutant of MUTANTS.filter(({ name }) => name.includes(process.argv[2] ?? ''))) {
    const problem = await problemOf(mutant);
    if (problem !== undefined) process.exitCode = 1;
    process.stdout.write(
      `${problem === undefined ? 'caught' : 'FAILED'}  ${mutant.name}${problem === undefined ? '' : `: ${problem}`}\n`,
    );
    process.stdout.write(`        ${mutant.testFile}: ${mutant.test}\n`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
  await stopServers();
}
