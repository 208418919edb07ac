import { styleText } from 'node:util';
import { inParallel } from '@commerce/service-kit/events/in-parallel.ts';
import { generate } from './generate.ts';
import { hashOf, packagesNow, trackedFiles } from './packages.ts';
import { runTool } from './run-tool.ts';
import type { ToolResult } from './run-tool.ts';
import { isUpToDate, stamp } from './stamp.ts';

/** A check of the whole checkout; `quiet` ones print their output only when they fail. */
interface Check {
  name: string;
  quiet: boolean;
  run: () => Promise<ToolResult>;
  /** Files that determine the result; without it, the check always runs. */
  inputs?: RegExp;
}

/** Each further checker of tsc checks the types that files share once more. */
const ONE_CHECKER = ['--checkers', '1'];
const CODE = /\.(ts|tsx|json|proto|prisma)$|^pnpm-lock\.yaml$/;

/** In the order in which they start: the longest first. */
const checks: Check[] = [
  { name: 'oxlint', quiet: true, run: oxlint },
  { name: 'tsc', quiet: true, run: () => runTool('tsc', [...ONE_CHECKER, '--noEmit']), inputs: CODE },
  {
    name: 'tsc web',
    quiet: true,
    run: () => runTool('tsc', [...ONE_CHECKER, '--noEmit', '-p', 'web']),
    inputs: CODE,
  },
  { name: 'knip', quiet: true, run: () => runTool('knip', ['--no-progress']), inputs: CODE },
  { name: 'oxfmt', quiet: true, run: () => runTool('oxfmt', ['--list-different']), inputs: /./ },
  { name: 'buf lint', quiet: true, run: () => runTool('buf', ['lint', 'proto']), inputs: /^proto\// },
  {
    name: 'buf breaking',
    quiet: true,
    // The contracts of the last release, which `pnpm proto:release` replaces.
    run: () => runTool('buf', ['breaking', 'proto', '--against', 'proto/released.binpb']),
    inputs: /^proto\//,
  },
];

/** Checks every package that has a changed dependency, because the rules use types. */
async function oxlint(): Promise<ToolResult> {
  const packages = (await packagesNow()) ?? [];
  const passed = await Promise.all(packages.map(({ folder, hash }) => isUpToDate(stampOf(folder), hash)));
  const stale = packages.filter((_, at) => !passed[at]);
  if (packages.length > 0 && stale.length === 0) return { code: 0, output: '' };
  const result = await runTool(
    'oxlint',
    stale.length < packages.length ? stale.map(({ folder }) => folder) : [],
  );
  if (result.code === 0) for (const { folder, hash } of stale) await stamp(stampOf(folder), hash);
  return result;
}

const stampOf = (folder: string): string => `oxlint-${folder.replaceAll('/', '-')}`;

/** Runs a check, unless its inputs are unchanged since it last passed, and prints result and duration. */
async function passes({ name, quiet, run, inputs }: Check): Promise<boolean> {
  const started = performance.now();
  const files = inputs && trackedFiles()?.filter((file) => inputs.test(file));
  const hash = files && (await hashOf(files));
  const step = `lint-${name.replaceAll(' ', '-')}`;
  if (hash !== undefined && (await isUpToDate(step, hash))) {
    console.log(`${styleText('green', 'passed')} ${name} (unchanged)`);
    return true;
  }
  const { code, output } = await run().catch((error: Error) => ({ code: 1, output: error.message }));
  if (code === 0 && hash !== undefined) await stamp(step, hash);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${code === 0 ? styleText('green', 'passed') : styleText('red', 'FAILED')} ${name} (${seconds} s)`,
  );
  if (output !== '' && (code !== 0 || !quiet)) console.log(output.replace(/^/gm, '    '));
  return code === 0;
}

/** Runs every check and continues after failures. Returns true when all passed. */
async function lint(): Promise<boolean> {
  const generated: Check = {
    name: 'generate',
    quiet: true,
    run: () => generate().then(() => ({ code: 0, output: '' })),
  };
  if (!(await passes(generated))) return false;
  let passed = true;
  // Two at a time, because some use a single core.
  await inParallel(checks, 2, async (check) => {
    passed = (await passes(check)) && passed;
  });
  return passed;
}

process.exitCode = (await lint()) ? 0 : 1;
