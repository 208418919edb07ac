import { styleText } from 'node:util';
import { generate } from './generate.ts';
import { lintBreaking } from './lint-breaking.ts';
import { runTool } from './run-tool.ts';
import type { ToolResult } from './run-tool.ts';

/** The checks, in the order in which they run; `quiet` ones are heard only when they fail. */
const checks: { name: string; quiet: boolean; run: () => Promise<ToolResult> }[] = [
  { name: 'generate', quiet: true, run: () => generate().then(() => ({ code: 0, output: '' })) },
  { name: 'buf lint', quiet: true, run: () => runTool('buf', ['lint', 'proto']) },
  { name: 'buf breaking', quiet: false, run: lintBreaking },
  { name: 'tsc', quiet: true, run: () => runTool('tsc', ['--noEmit']) },
  { name: 'tsc web', quiet: true, run: () => runTool('tsc', ['--noEmit', '-p', 'web']) },
  { name: 'oxlint', quiet: true, run: () => runTool('oxlint', []) },
  { name: 'prettier', quiet: true, run: () => runTool('prettier', ['--check', '--log-level', 'warn', '.']) },
  { name: 'knip', quiet: true, run: () => runTool('knip', ['--no-progress']) },
];

/** Runs every check, going on after failures, and says of each how it went and how long it took. True when all passed. */
async function lint(): Promise<boolean> {
  let passed = true;
  for (const { name, quiet, run } of checks) {
    const started = performance.now();
    const { code, output } = await run().catch((error: Error) => ({ code: 1, output: error.message }));
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const verdict = code === 0 ? styleText('green', 'passed') : styleText('red', 'FAILED');
    console.log(`${verdict} ${name} (${seconds} s)`);
    if (output !== '' && (code !== 0 || !quiet)) console.log(output.replace(/^/gm, '    '));
    passed &&= code === 0;
  }
  return passed;
}

process.exitCode = (await lint()) ? 0 : 1;
